import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { partPaths } from '../../adapter/gguf/split-parts.ts';
import { ioFault } from '../store/io-fault.ts';
import { originPath } from './download/model-origin.ts';

/** Whether a file lies in our own folder, also when that is reached through links to folders: only these may be deleted. */
export async function isOwnFile(modelsFolder: string, path: string): Promise<boolean> {
  const folder = await realpath(modelsFolder).catch(() => null);
  const file = await realpath(path).catch(() => null);
  // Deleting a path deletes what lies in its folder: somebody's link to a file of ours is theirs.
  const around = await realpath(dirname(path)).catch(() => null);
  if (folder === null || file === null || around === null) return false;
  // A link in our folder to a file elsewhere is not ours to follow.
  return file.startsWith(folder + sep) && `${around}${sep}`.startsWith(folder + sep);
}

/** Deletes a model with all its parts. @throws Fault CONFLICT when it is not ours, IO_FAILED */
export async function removeOwnFile(modelsFolder: string, path: string): Promise<void> {
  for (const part of partPaths(path)) {
    if (!(await isOwnFile(modelsFolder, part))) {
      throw new Fault(
        'CONFLICT',
        `${basename(path)} lies outside the app's own folder, so it is not the app's to delete.`,
        'Delete it with the program that it belongs to, or by hand; a place that you added can be taken out of the list.',
      );
    }
  }
  try {
    for (const part of partPaths(path)) await rm(part);
    await rm(originPath(path), { force: true });
  } catch (error) {
    throw ioFault('Deleting the model', path, error);
  }
}
