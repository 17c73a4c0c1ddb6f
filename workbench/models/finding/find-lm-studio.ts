import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { findModelFiles } from '../find-model-files.ts';
import type { FoundModel } from './found-model.ts';
import { readSmallFile } from './read-small-file.ts';

const settingsSchema = z.object({ downloadsFolder: z.string().refine(isAbsolute) });

/**
 * GGUF files of LM Studio: in the folder that its settings name, and in `models` of its home; laid out as
 * publisher/model/file.
 * @param homes where its home may be
 * @param pointer the file that says where it was moved to
 */
export async function findLmStudio(homes: readonly string[], pointer: string): Promise<FoundModel[]> {
  const moved = (await readSmallFile(pointer)).trim();
  const all = isAbsolute(moved) ? [moved, ...homes] : homes;
  const folders = new Set<string>();
  for (const home of all) {
    folders.add((await downloadsFolder(home)) ?? join(home, 'models'));
    folders.add(join(home, 'models'));
  }
  const found: FoundModel[] = [];
  for (const folder of folders) {
    for (const path of await findModelFiles(folder)) {
      const [publisher, model, ...rest] = relative(folder, path).split(sep);
      const repository = rest.length > 0 ? `${publisher}/${model}` : null;
      found.push({ path, owner: 'lm-studio', name: basename(path), repository, revision: null });
    }
  }
  return found;
}

async function downloadsFolder(home: string): Promise<string | null> {
  try {
    return settingsSchema.parse(JSON.parse(await readSmallFile(join(home, 'settings.json')))).downloadsFolder;
  } catch {
    return null;
  }
}
