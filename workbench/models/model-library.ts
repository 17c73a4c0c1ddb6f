import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { ModelEntry } from '../contract/models.ts';
import { describeModel, foundByUser } from './describe-model.ts';
import { fetchStarter, starterPath } from './fetch-starter.ts';
import { findModelFiles, isModelFileName } from './find-model-files.ts';
import { hashFiles } from './hash-files.ts';
import type { CreateModelLibrary } from './library.ts';
import { readListing, writeListing } from './listing-file.ts';
import { isOwnFile, removeOwnFile } from './remove-own-file.ts';
import { type ScannedModel, scanModels } from './scan-models.ts';
import { stampFile } from './stamp-file.ts';
import { starter } from './starter.ts';
import { makeVariants, variantPath } from './variants/make-variants.ts';
import { variants } from './variants/variants.ts';
import { watchPlaces } from './watch-places.ts';

/** The model files of the models folder, of the places that the user added, and of other programs' folders. */
export const createModelLibrary: CreateModelLibrary = (options) => {
  const { modelsFolder, fileIndex, places, changePlaces, surroundings } = options;
  const listeners = new Set<(models: ModelEntry[]) => void>();
  const ours = [
    { path: starterPath(modelsFolder), origin: 'starter' as const },
    ...variants.map((variant) => ({ path: variantPath(modelsFolder, variant), origin: 'variant' as const })),
  ];
  let last: ScannedModel[] | null = null;
  let reading: Promise<ScannedModel[] | null> | null = null;

  async function scan(): Promise<ScannedModel[]> {
    last = await scanModels({ modelsFolder, ours, places: places(), surroundings, fileIndex });
    return last;
  }

  async function tell(): Promise<ModelEntry[]> {
    const models = await scan();
    const entries = models.map(({ entry }) => entry);
    for (const listener of listeners) listener(entries);
    await writeListing(modelsFolder, models);
    return entries;
  }

  /** What was found last, by this process or an earlier one. */
  function lastKnown(): Promise<ScannedModel[] | null> {
    if (last !== null) return Promise.resolve(last);
    reading ??= readListing(modelsFolder, fileIndex);
    return reading;
  }

  async function refresh(): Promise<ModelEntry[]> {
    const before = await lastKnown();
    const after = await scan();
    const entries = after.map(({ entry }) => entry);
    if (before === null || !isSameList(before, after)) {
      for (const listener of listeners) listener(entries);
      await writeListing(modelsFolder, after);
    }
    return entries;
  }

  async function find(path: string): Promise<ScannedModel> {
    const named = resolve(path);
    const isIt = (model: ScannedModel) => model.places.some((place) => place.path === named);
    const model = (await lastKnown())?.find(isIt) ?? (await scan()).find(isIt);
    if (model !== undefined) return model;
    const found = foundByUser(named);
    const described = await describeModel(found, 'added', fileIndex);
    if (described.stamp !== null) return { ...described, places: [found] };
    throw new Fault('MODEL_MISSING', `There is no model file ${path}.`, 'Choose one of the list, or another path.');
  }

  return {
    list: async () => (await scan()).map(({ entry }) => entry),
    known: async () => (await lastKnown())?.map(({ entry }) => entry) ?? null,
    refresh,
    async info(path) {
      const model = await find(path);
      const stamp = await stampFile(model.entry.path);
      const known = stamp === null ? null : await fileIndex.look(model.entry.path, stamp);
      return {
        model: (await describeModel(placeOf(model), model.entry.origin, fileIndex)).entry,
        places: model.places.map(({ path: at, owner, name }) => ({ path: at, owner, name })),
        crash: known?.crash ?? null,
        check: known?.check ?? null,
        removable: await isOwnFile(modelsFolder, model.entry.path),
      };
    },
    async add(path) {
      const place = resolve(path);
      await checkPlace(place);
      if (!places().includes(place)) await changePlaces([...places(), place]);
      return tell();
    },
    async forget(path) {
      const place = resolve(path);
      const others = places().filter((other) => other !== place);
      if (others.length === places().length) throw notForgettable(place, places());
      await changePlaces(others);
      return tell();
    },
    async remove(path) {
      const { entry } = await find(path);
      await removeOwnFile(modelsFolder, entry.path);
      return tell();
    },
    async fetchStarter(run) {
      const path = starterPath(modelsFolder);
      const here = await describeStarter(path);
      // Checked before and unchanged since.
      if (here.sha256 === starter.sha256) return here;
      const candidates = (await scan()).map(({ entry }) => entry.path);
      const fetched = await fetchStarter({ modelsFolder, candidates, run });
      const stamp = await stampFile(fetched);
      // Its hash is the pinned one, so it is known to load: no trial in a process of its own.
      if (stamp !== null) await fileIndex.remember(fetched, stamp, { sha256: starter.sha256, tried: true });
      const entry = (await tell()).find((model) => model.path === fetched);
      return entry ?? describeStarter(fetched);
    },
    async makeVariants(run) {
      for (const { path, sha256 } of await makeVariants(modelsFolder, run)) {
        const stamp = await stampFile(path);
        // Their hashes are pinned too.
        if (stamp !== null) await fileIndex.remember(path, stamp, { sha256, tried: true });
      }
      return tell();
    },
    async hash(run) {
      const models = await scan();
      await hashFiles(
        models.filter(({ entry }) => entry.sha256 === null && entry.fault === null).map(({ entry }) => entry),
        fileIndex,
        { ...run, onHashed: refresh },
      ).finally(refresh);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch() {
      const watching = watchPlaces(() => void refresh().catch(() => undefined));
      void watching.follow(places());
      const stop = this.onChange(() => void watching.follow(places()));
      return () => {
        stop();
        return watching.close();
      };
    },
  };

  async function describeStarter(path: string): Promise<ModelEntry> {
    return (await describeModel({ ...foundByUser(path), owner: 'app' }, 'starter', fileIndex)).entry;
  }
};

function placeOf({ entry: { path, owner, name, repository, revision } }: ScannedModel) {
  return { path, owner, name, repository, revision };
}

/** What a screen would show otherwise. Headers follow from the stamp. */
function isSameList(before: readonly ScannedModel[], after: readonly ScannedModel[]): boolean {
  const shown = ({ entry, stamp, places }: ScannedModel): string =>
    JSON.stringify([stamp, { ...entry, header: entry.header === null }, places.length]);
  return before.length === after.length && before.every((model, index) => shown(model) === shown(at(after, index)));
}

function at(models: readonly ScannedModel[], index: number): ScannedModel {
  const model = models[index];
  if (model === undefined) throw new RangeError(`There is no model ${index}`);
  return model;
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
