import { readdir } from 'node:fs/promises';
import { compareNames } from './compare-names.ts';

/** In the order of their names; a folder that is not there or cannot be read is empty. */
export async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => compareNames(one.name, other.name));
}
