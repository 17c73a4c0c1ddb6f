import { basename, dirname, join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { ioFault } from './io-fault.ts';

/** Files that a killed process may leave end so; they are removed when the workspace opens. */
export const TEMPORARY_SUFFIX = '.tmp';

let written = 0;

/**
 * Replaces a file as a whole: a temporary file beside it is written, synced and renamed over it, then the folder is
 * synced. At every moment the path holds the old text or the new one. Resolves when the new text lasts.
 * @throws Fault IO_FAILED; the old file is then as it was
 */
export async function writeFileAtomically(fs: FileSystem, path: string, text: string): Promise<void> {
  written += 1;
  const temporary = join(dirname(path), `${basename(path)}.${process.pid}-${written}${TEMPORARY_SUFFIX}`);
  try {
    const file = await fs.open(temporary, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, path);
    await fs.syncFolder(dirname(path));
  } catch (error) {
    // The first error is the one that tells; that the rest stays behind is cured at the next start.
    await fs.removeFile(temporary).catch(() => undefined);
    throw ioFault(`Saving ${basename(path)}`, path, error);
  }
}

/** The text of a JSON document on disk: indented, for people and for version control. */
export function writeDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
