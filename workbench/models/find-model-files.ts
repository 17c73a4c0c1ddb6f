import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Deep enough for the caches of Hugging Face and LM Studio (models, publisher, snapshot, revision, file). */
const maxDepth = 6;

/** A folder that holds more is no folder of models but a whole disk. */
const maxEntries = 50_000;

/** Whether a file's name says that it is a model. */
export function isModelFileName(name: string): boolean {
  return name.toLowerCase().endsWith('.gguf');
}

/**
 * The GGUF files in a folder and the folders in it, in the order of their names. Of a model that was split into parts,
 * the first part stands for all. Folders that cannot be read count as empty.
 */
export async function findModelFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  let left = maxEntries;
  async function search(path: string, depth: number): Promise<void> {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      left -= 1;
      if (left < 0) return;
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        if (depth < maxDepth) await search(inside, depth + 1);
      } else if (isModelFileName(entry.name) && !isLaterPart(entry.name) && (await isFile(inside))) {
        found.push(inside);
      }
    }
  }
  await search(folder, 1);
  return found;
}

function isLaterPart(name: string): boolean {
  const part = /-(\d{5})-of-\d{5}\.gguf$/i.exec(name)?.[1];
  return part !== undefined && Number(part) > 1;
}

/** Links to files count: the cache of Hugging Face consists of them. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
