import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { ioFault } from '../store/io-fault.ts';
import type { PackagedModel, PackagingRun } from './describe-model.ts';
import { modelArchive } from './model-archive.ts';

export interface WrittenArchive {
  path: string;
  bytes: number;
  /** Of the archive, lower-case hexadecimal. */
  sha256: string;
}

/**
 * Writes `model.tar.gz`. The file appears complete or not at all.
 * @param path absolute; a file that is there is replaced
 * @throws Fault as modelArchive
 */
export async function writeModelArchive(
  model: PackagedModel,
  path: string,
  run: PackagingRun = {},
): Promise<WrittenArchive> {
  const temporary = `${path}.${process.pid}.tmp`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(temporary, 'w');
    try {
      for await (const piece of modelArchive(model, run)) {
        hash.update(piece);
        bytes += piece.length;
        // All of it: a plain write may take only some, as on a disk that fills.
        await file.appendFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw ioFault('Writing the archive', path, error);
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
