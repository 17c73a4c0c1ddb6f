import { realpath, rm } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { partPaths } from '../../adapter/gguf/split-parts.ts';
import { ioFault } from '../store/io-fault.ts';

/** Whether a file lies in our own folder, also when that is reached through links: the only ones that may be deleted. */
export async function isOwnFile(modelsFolder: string, path: string): Promise<boolean> {
  const folder = await realpath(modelsFolder).catch(() => null);
  const file = await realpath(path).catch(() => null);
  // A link in our folder to a file elsewhere is not ours to follow.
  return folder !== null && (file?.startsWith(folder + sep) ?? false);
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
  } catch (error) {
    throw ioFault('Deleting the model', path, error);
  }
}
