import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partOfName } from '../../adapter/gguf/split-parts.ts';
import { compareNames } from './finding/compare-names.ts';

/** Deep enough for the caches of Hugging Face and LM Studio (models, publisher, snapshot, revision, file). */
const maxDepth = 6;

/** A folder that holds more is no folder of models but a whole disk. */
const maxEntries = 50_000;

/** Whether a file's name says that it is a model. */
export function isModelFileName(name: string): boolean {
  return name.toLowerCase().endsWith('.gguf');
}

/** The part of a model that turns pictures into tokens, which lies beside it and answers nothing by itself. */
function isProjectorName(name: string): boolean {
  return /(^|[-_.])mmproj[-_.]/i.test(name);
}

/**
 * The GGUF files in a folder and the folders in it, in the order of their names (numbers by value), also behind links. Of a model that was
 * split into parts, the first part stands for all. Folders that cannot be read count as empty, links that lead nowhere
 * as nothing.
 */
export async function findModelFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const searched = new Set<string>();
  let left = maxEntries;
  async function search(path: string, depth: number): Promise<void> {
    // A link can lead back to a folder above it.
    const real = await realpath(path).catch(() => path);
    if (searched.has(real)) return;
    searched.add(real);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => compareNames(a.name, b.name));
    for (const entry of entries) {
      left -= 1;
      if (left < 0) return;
      const inside = join(path, entry.name);
      const isModel = isModelFileName(entry.name) && !isLaterPart(entry.name) && !isProjectorName(entry.name);
      if (entry.isFile()) {
        if (isModel) found.push(inside);
        continue;
      }
      const leadsTo = entry.isSymbolicLink() ? await stat(inside).catch(() => null) : entry;
      if (leadsTo?.isFile() && isModel) found.push(inside);
      else if (leadsTo?.isDirectory() && depth < maxDepth) await search(inside, depth + 1);
    }
  }
  await search(folder, 1);
  return found;
}

function isLaterPart(name: string): boolean {
  return (partOfName(name)?.part ?? 1) > 1;
}
