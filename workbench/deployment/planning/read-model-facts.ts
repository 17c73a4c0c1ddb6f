import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileSha256 } from '../../../adapter/gguf/file-sha256.ts';
import { partOfName } from '../../../adapter/gguf/split-parts.ts';
import { findModel } from '../../../adapter/server/find-model.ts';
import { describeKnown } from '../../models/describe-model.ts';
import type { FileIndex } from '../../models/file-index.ts';
import { stampFile } from '../../models/stamp-file.ts';
import { type ModelOrigin, packagedModel } from '../../packaging/describe-model.ts';
import type { ModelFacts, ModelFile } from '../plan/plan-facts.ts';
import type { ModelSource } from '../plan/target.ts';

/**
 * What a plan needs to know of the model. A file's hash is computed once and remembered while the file is unchanged.
 * @param origin where a file of this machine is from, as far as its configuration says
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, INVALID_REQUEST (a file name that does not travel), CANCELLED
 */
export async function readModelFacts(
  source: ModelSource,
  origin: ModelOrigin,
  fileIndex: FileIndex,
  signal: AbortSignal,
): Promise<ModelFacts> {
  switch (source.from) {
    case 'file': {
      const { files: names } = await findModel(dirname(source.path), source.path);
      const files: ModelFile[] = [];
      for (const name of names) files.push(await readFile(join(dirname(source.path), name), fileIndex, signal));
      const parameters = await countParameters(files, fileIndex);
      return { files, ...origin, parameters, manifest: manifestOf(files, origin) };
    }
    case 'hub': {
      const { repository, revision, file, sha256, bytes } = source;
      const files = [{ name: basename(file), bytes: bytes ?? 0, sha256, path: null }];
      const pinned = { repository, revision };
      return { files, ...pinned, parameters: null, manifest: manifestOf(files, pinned) };
    }
    case 'container-hub':
      return { files: [], repository: source.repository, revision: null, parameters: null, manifest: null };
    case 'model-data':
      return { files: [], repository: null, revision: null, parameters: null, manifest: null };
  }
}

function manifestOf(files: readonly ModelFile[], origin: ModelOrigin): ModelFacts['manifest'] {
  const { manifestText } = packagedModel(
    files.map(({ name, bytes, sha256, path }) => ({ name, bytes, sha256, path: path ?? name })),
    origin,
  );
  return { text: manifestText, sha256: createHash('sha256').update(manifestText, 'utf8').digest('hex') };
}

async function readFile(path: string, fileIndex: FileIndex, signal: AbortSignal): Promise<ModelFile> {
  // The index knows a split model as a whole, and a manifest each of its parts.
  const stamp = partOfName(basename(path)) === null ? await stampFile(path) : null;
  const known = stamp === null ? null : await fileIndex.look(path, stamp);
  const sha256 = known?.sha256 ?? (await fileSha256(path, { signal }));
  if (stamp !== null && known?.sha256 !== sha256) await fileIndex.remember(path, stamp, { sha256 });
  return { name: basename(path), bytes: stamp?.bytes ?? (await stat(path)).size, sha256, path };
}

/** Of the whole model, by its first file; null when its header does not say. */
async function countParameters(files: readonly ModelFile[], fileIndex: FileIndex): Promise<number | null> {
  const path = files[0]?.path ?? null;
  const stamp = path === null ? null : await stampFile(path);
  if (path === null || stamp === null) return null;
  return (await describeKnown(path, stamp, fileIndex)).parameters;
}
