import { readdir } from 'node:fs/promises';

/** In the order of their names; a folder that is not there or cannot be read is empty. */
export async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
