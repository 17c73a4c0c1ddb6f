import { join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { TEMPORARY_SUFFIX } from './write-file.ts';

// The names that writeFileAtomically gives: file, process and count.
const TEMPORARY_NAME = new RegExp(`\\.json\\.\\d+-\\d+\\${TEMPORARY_SUFFIX}$`);

/**
 * Removes the temporary files that a killed process left in a workspace: in the folder itself and in each decision's.
 * Call it with the lock held. Nothing else is touched.
 */
export async function clearTemporaryFiles(fs: FileSystem, folder: string): Promise<void> {
  await clearFolder(fs, folder);
  const decisions = join(folder, 'decisions');
  if (!(await fs.exists(decisions))) return;
  for (const entry of await fs.list(decisions)) {
    if (entry.isFolder) await clearFolder(fs, join(decisions, entry.name));
  }
}

async function clearFolder(fs: FileSystem, folder: string): Promise<void> {
  for (const entry of await fs.list(folder)) {
    if (!entry.isFolder && TEMPORARY_NAME.test(entry.name)) await fs.removeFile(join(folder, entry.name));
  }
}
