import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { ModelEntry } from '../contract/models.ts';
import { describeModel, foundByUser } from './describe-model.ts';
import { readOrigin } from './download/model-origin.ts';
import { repositoryOfPath } from './download/place-in-folder.ts';
import type { FileIndex } from './file-index.ts';
import { findModelFiles } from './find-model-files.ts';
import { findForeignModels } from './finding/find-foreign-models.ts';
import type { FoundModel } from './finding/found-model.ts';
import type { Surroundings } from './finding/model-places.ts';
import type { FileStamp } from './stamp-file.ts';

/** As many files are looked at together: what they wait for is the disk. */
const TOGETHER = 8;

/** One model, and every place at which it was found; the first is the entry's own. */
export interface ScannedModel {
  entry: ModelEntry;
  /** The file as it was then; null when it is gone. */
  stamp: FileStamp | null;
  places: FoundModel[];
}

export interface ScanOptions {
  modelsFolder: string;
  /** Paths of the starter and its variants, in their order. */
  ours: readonly { path: string; origin: 'starter' | 'variant' }[];
  /** What the user added. */
  places: readonly string[];
  surroundings: Surroundings | undefined;
  fileIndex: FileIndex;
}

/** Looks at all places and describes each file once, also when it lies at several of them behind links. */
export async function scanModels(options: ScanOptions): Promise<ScannedModel[]> {
  const found = await findAll(options);
  const scanned: ScannedModel[] = new Array(found.length);
  let next = 0;
  const describeNext = async (): Promise<void> => {
    for (let index = next++; index < found.length; index = next++) {
      const place = found[index];
      if (place === undefined) return;
      const described = await describeModel(place.found, place.origin, options.fileIndex);
      scanned[index] = { ...described, places: place.all };
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, describeNext));
  return scanned;
}

interface Place {
  found: FoundModel;
  origin: ModelEntry['origin'];
  all: FoundModel[];
}

async function findAll({ modelsFolder, ours, places, surroundings }: ScanOptions): Promise<Place[]> {
  const ownPaths = new Set(ours.map(({ path }) => path));
  const added: FoundModel[] = [];
  for (const place of places) {
    const isFolder = (await stat(place).catch(() => null))?.isDirectory() ?? false;
    added.push(...(isFolder ? await findModelFiles(place) : [place]).map(foundByUser));
  }
  const downloads = (await findModelFiles(modelsFolder)).filter((path) => !ownPaths.has(path) && !isHidden(path));
  const foreign = surroundings === undefined ? [] : await findForeignModels(surroundings);
  const own = (path: string): FoundModel => ({ ...foundByUser(path), owner: 'app' });

  const downloaded = await Promise.all(
    downloads.map(async (path): Promise<FoundModel> => {
      const { repository, revision } = (await readOrigin(modelsFolder, path)) ?? {
        repository: repositoryOfPath(modelsFolder, path),
        revision: null,
      };
      return { ...own(path), repository, revision };
    }),
  );

  /** Folders of ours that hold what is not finished yet. */
  function isHidden(path: string): boolean {
    return relative(modelsFolder, path)
      .split(sep)
      .some((part) => part.startsWith('.'));
  }
  const all: (Omit<Place, 'all'> & { optional: boolean })[] = [
    ...ours.map(({ path, origin }) => ({ found: own(path), origin, optional: true })),
    ...downloaded.map((found) => ({ found, origin: 'downloaded' as const, optional: true })),
    // A file that the user added and that is gone is shown as such.
    ...added.map((found) => ({ found, origin: 'added' as const, optional: false })),
    ...foreign.map((found) => ({ found, origin: 'found' as const, optional: true })),
  ];
  return onceEach(all);
}

/** Each file once; the program whose folder it lies in knows most about it. */
async function onceEach(all: readonly (Omit<Place, 'all'> & { optional: boolean })[]): Promise<Place[]> {
  const keys = await Promise.all(all.map(({ found }) => identify(found.path)));
  const byKey = new Map<string, Place>();
  for (const [index, { found, origin, optional }] of all.entries()) {
    const key = keys[index] ?? (optional ? null : found.path);
    if (key === null) continue;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, { found, origin, all: [found] });
    else {
      if (before.all.some(({ path, name }) => path === found.path && name === found.name)) continue;
      before.all.push(found);
      if (before.found.owner === 'user') before.found = { ...found, path: before.found.path };
    }
  }
  return [...byKey.values()];
}

/** The same for all links to a file; null when there is none at the path. */
async function identify(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found === null || !found.isFile()) return null;
  // Some network file systems number nothing.
  return found.ino === 0n ? path : `${found.dev}:${found.ino}`;
}
