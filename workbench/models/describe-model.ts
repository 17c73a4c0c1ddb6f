import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { asFault, Fault } from '../../adapter/fault.ts';
import { readHeader } from '../../adapter/gguf/read-header.ts';
import { partPaths } from '../../adapter/gguf/split-parts.ts';
import type { ModelEntry, ModelHeader } from '../contract/models.ts';
import { describeHeader } from './describe-header.ts';
import type { FileIndex, KnownFile } from './file-index.ts';
import type { FoundModel } from './finding/found-model.ts';
import { type FileStamp, stampFile } from './stamp-file.ts';

/** Architectures that turn pictures or sound into tokens for another model, and answer nothing. */
const projectors: readonly string[] = ['clip', 'mmproj'];

/** A file that a person named, without a program that it belongs to. */
export function foundByUser(path: string): FoundModel {
  return { path, owner: 'user', name: basename(path), repository: null, revision: null };
}

/** What is known about one model file; what is wrong with it is part of that. */
export async function describeModel(
  found: FoundModel,
  origin: ModelEntry['origin'],
  fileIndex: FileIndex,
): Promise<{ entry: ModelEntry; stamp: FileStamp | null }> {
  const { path } = found;
  const stamp = await stampFile(path);
  try {
    if (stamp === null) throw await missing(path);
    await describeKnown(path, stamp, fileIndex);
    return { entry: entryOf(found, origin, stamp, await fileIndex.look(path, stamp)), stamp };
  } catch (error) {
    return { entry: { ...entryOf(found, origin, stamp, null), fault: asFault(error).toData() }, stamp };
  }
}

/** The entry of a file from what is known already, without looking into it. */
export function entryOf(
  found: FoundModel,
  origin: ModelEntry['origin'],
  stamp: FileStamp | null,
  known: KnownFile | null,
): ModelEntry {
  const { header = null } = known ?? {};
  return {
    ...found,
    file: basename(found.path),
    parts: partPaths(found.path).length,
    bytes: stamp?.bytes ?? null,
    sha256: known?.sha256 ?? null,
    header,
    fault: header !== null && projectors.includes(header.architecture) ? projectorFault(found.name).toData() : null,
    origin,
    tried: known === null ? 'unknown' : known.crash !== null ? 'crashed' : known.tried ? 'fine' : 'unknown',
  };
}

/** What the header says, read once for each state of the file. @throws Fault MODEL_MISSING, MODEL_UNREADABLE */
export async function describeKnown(path: string, stamp: FileStamp, fileIndex: FileIndex): Promise<ModelHeader> {
  const known = await fileIndex.look(path, stamp);
  if (known?.header) return known.header;
  const header = describeHeader(await readHeader(path, { withTokens: true }));
  // In memory at once, on disk a moment later together with others: nobody waits for that.
  void fileIndex.remember(path, stamp, { header });
  return header;
}

/** Why a file has no stamp: it is gone, or one of its parts. */
async function missing(path: string): Promise<Fault> {
  const [first, ...others] = partPaths(path);
  const firstIsThere = first !== undefined && (await isFile(first));
  for (const part of firstIsThere ? others : []) {
    if (await isFile(part)) continue;
    return new Fault(
      'MODEL_MISSING',
      `${basename(path)} is the first of ${others.length + 1} parts, and ${basename(part)} is not there.`,
      'Put all parts into one folder.',
    );
  }
  return new Fault('MODEL_MISSING', `${path} is not there any more.`, 'Put it back, or forget it.');
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

function projectorFault(name: string): Fault {
  return new Fault(
    'MODEL_UNSUPPORTED',
    `${name} prepares pictures or sound for another model and answers nothing by itself.`,
    'Choose the model that it belongs to.',
  );
}
