import { readFile, stat } from 'node:fs/promises';

/** Settings, manifests and pointers have some kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** The text of a small file of another program; empty where there is none, it is no file, or too large to be one. */
export async function readSmallFile(path: string): Promise<string> {
  try {
    // Asked before reading: to open a pipe is to wait for its other end.
    const found = await stat(path);
    return found.isFile() && found.size <= MAX_BYTES ? await readFile(path, 'utf8') : '';
  } catch {
    return '';
  }
}
