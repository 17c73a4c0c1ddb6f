import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { asFault, Fault } from '../../adapter/fault.ts';
import { readHeader } from '../../adapter/gguf/read-header.ts';
import type { ModelEntry, ModelHeader } from '../contract/models.ts';
import { describeHeader } from './describe-header.ts';
import { fetchStarter, starterPath } from './fetch-starter.ts';
import { type FileIndex, type FileStamp, stampFile } from './file-index.ts';
import { findModelFiles, isModelFileName } from './find-model-files.ts';
import type { CreateModelLibrary } from './library.ts';
import { starter } from './starter.ts';
import { makeVariants, variantPath } from './variants/make-variants.ts';
import { variants } from './variants/variants.ts';

/** The model files of the models folder and of the places that the user added. */
export const createModelLibrary: CreateModelLibrary = ({ modelsFolder, fileIndex, places, changePlaces }) => {
  const listeners = new Set<(models: ModelEntry[]) => void>();
  const variantPaths = variants.map((variant) => variantPath(modelsFolder, variant));
  const ours = [starterPath(modelsFolder), ...variantPaths];

  function originOf(path: string): ModelEntry['origin'] {
    if (path === starterPath(modelsFolder)) return 'starter';
    return variantPaths.includes(path) ? 'variant' : 'added';
  }

  async function list(): Promise<ModelEntry[]> {
    const entries: ModelEntry[] = [];
    // One after the other: headers of some megabytes each, from one disk.
    for (const path of await listPaths(ours, places()))
      entries.push(await describeFile(path, originOf(path), fileIndex));
    return entries;
  }

  async function changed(): Promise<ModelEntry[]> {
    const models = await list();
    for (const listener of listeners) listener(models);
    return models;
  }

  return {
    list,
    async add(path) {
      const place = resolve(path);
      await checkPlace(place);
      if (!places().includes(place)) await changePlaces([...places(), place]);
      return changed();
    },
    async forget(path) {
      const place = resolve(path);
      const others = places().filter((other) => other !== place);
      if (others.length === places().length) throw notForgettable(place, places());
      await changePlaces(others);
      return changed();
    },
    async fetchStarter(run) {
      const here = await describeFile(starterPath(modelsFolder), 'starter', fileIndex);
      // Checked before and unchanged since.
      if (here.sha256 === starter.sha256) return here;
      const known = await listPaths(ours, places());
      const path = await fetchStarter({ modelsFolder, candidates: known, run });
      const stamp = await stampFile(path);
      // Its hash is the pinned one, so it is known to load: no trial in a process of its own.
      if (stamp !== null) await fileIndex.remember(path, stamp, { sha256: starter.sha256, tried: true });
      const models = await changed();
      const entry = models.find((model) => model.path === path);
      return entry ?? describeFile(path, 'starter', fileIndex);
    },
    async makeVariants(run) {
      for (const { path, sha256 } of await makeVariants(modelsFolder, run)) {
        const stamp = await stampFile(path);
        // Their hashes are pinned too.
        if (stamp !== null) await fileIndex.remember(path, stamp, { sha256, tried: true });
      }
      return changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** What is known about one model file; what is wrong with it is part of that. */
export async function describeFile(
  path: string,
  origin: ModelEntry['origin'],
  fileIndex: FileIndex,
): Promise<ModelEntry> {
  const entry = { path, file: basename(path), bytes: null, sha256: null, header: null, fault: null, origin } as const;
  try {
    const stamp = await stampFile(path);
    if (stamp === null)
      throw new Fault('MODEL_MISSING', `${path} is not there any more.`, 'Put it back, or forget it.');
    const header = await describeKnown(path, stamp, fileIndex);
    const known = await fileIndex.look(path, stamp);
    return { ...entry, bytes: stamp.bytes, sha256: known?.sha256 ?? null, header };
  } catch (error) {
    const bytes = (await stampFile(path))?.bytes ?? null;
    return { ...entry, bytes, fault: asFault(error).toData() };
  }
}

export async function describeKnown(path: string, stamp: FileStamp, fileIndex: FileIndex): Promise<ModelHeader> {
  const known = await fileIndex.look(path, stamp);
  if (known?.header) return known.header;
  const header = describeHeader(await readHeader(path));
  await fileIndex.remember(path, stamp, { header });
  return header;
}

/** Our own files first, those that are there, then the places in their order; each file once, also behind a link. */
async function listPaths(ours: readonly string[], places: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const path of ours) if ((await stampFile(path)) !== null) paths.push(path);
  for (const place of places) {
    const found = await stat(place).catch(() => null);
    paths.push(...(found?.isDirectory() ? await findModelFiles(place) : [place]));
  }
  const seen = new Set<string>();
  const once: string[] = [];
  for (const path of paths) {
    const real = await realpath(path).catch(() => path);
    if (!seen.has(real)) once.push(path);
    seen.add(real);
  }
  return once;
}

async function checkPlace(place: string): Promise<void> {
  const found = await stat(place).catch(() => null);
  if (found === null) {
    throw new Fault('NOT_FOUND', `There is nothing at ${place}.`, 'Choose a GGUF file, or a folder with such files.');
  }
  if (found.isDirectory()) {
    if ((await findModelFiles(place)).length > 0) return;
    throw new Fault('NOT_FOUND', `There is no GGUF file in ${place}.`, 'Choose another folder, or a file.');
  }
  if (found.isFile() && isModelFileName(place)) return;
  throw new Fault('INVALID_REQUEST', `${basename(place)} is no GGUF file.`, 'Choose a file whose name ends in .gguf.', {
    fields: [{ path: 'path', message: 'This is no GGUF file.', limit: 'a file that ends in .gguf, or a folder' }],
  });
}

function notForgettable(path: string, places: readonly string[]): Fault {
  const folder = places.find((place) => path.startsWith(place));
  if (folder === undefined) return new Fault('NOT_FOUND', `${path} was not added.`, 'Choose a place of the list.');
  return new Fault(
    'NOT_FOUND',
    `${basename(path)} was not added by itself: it lies in ${folder}, which was.`,
    'Forget that folder, or move the file out of it.',
  );
}
