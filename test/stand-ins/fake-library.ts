import { basename } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { ModelEntry } from '../../workbench/contract/models.ts';
import type { ModelLibrary, ModelLibraryOptions } from '../../workbench/models/library.ts';

export const starterPath = '/models/starter.gguf';

export interface FakeLibrary extends ModelLibrary {
  /** Whether the starter is on disk. */
  hasStarter: boolean;
  /** Settles a fetch that runs; with an error it fails. */
  endFetch: (error?: unknown) => void;
  hasVariants: boolean;
  /** Settles the making of variants; with an error it fails. */
  endVariants: (error?: unknown) => void;
}

/** A library that takes every path for a model file, and fetches the starter when the test says so. */
export function fakeLibrary(
  { places, changePlaces }: Pick<ModelLibraryOptions, 'places' | 'changePlaces'>,
  hasStarter = false,
): FakeLibrary {
  const listeners = new Set<(models: ModelEntry[]) => void>();

  function entry(path: string, origin: ModelEntry['origin']): ModelEntry {
    return {
      ...{
        path,
        file: basename(path),
        name: basename(path),
        bytes: 1,
        sha256: null,
        header: null,
        fault: null,
        origin,
      },
      ...{ owner: origin === 'added' ? 'user' : 'app', repository: null, revision: null, parts: 1, tried: 'unknown' },
    };
  }

  async function changed(): Promise<ModelEntry[]> {
    const models = await library.list();
    for (const listener of listeners) listener(models);
    return models;
  }

  const library: FakeLibrary = {
    hasStarter,
    endFetch: () => undefined,
    hasVariants: false,
    endVariants: () => undefined,
    list: async () => [
      ...(library.hasStarter ? [entry(starterPath, 'starter')] : []),
      ...(library.hasVariants ? [entry('/models/starter.Q8_0.gguf', 'variant')] : []),
      ...places().map((path) => entry(path, 'added')),
    ],
    async add(path) {
      if (!path.endsWith('.gguf')) throw new Fault('INVALID_REQUEST', `${path} is no GGUF file.`, 'Choose another.');
      await changePlaces([...places(), path]);
      return changed();
    },
    async forget(path) {
      await changePlaces(places().filter((place) => place !== path));
      return changed();
    },
    async fetchStarter({ signal, onProgress }) {
      onProgress(10, null);
      onProgress(50, 100);
      await new Promise<void>((resolve, reject) => {
        library.endFetch = (error) => (error === undefined ? resolve() : reject(error));
        signal.addEventListener('abort', () => reject(new Fault('CANCELLED', 'It was cancelled.', 'Do it again.')));
      });
      library.hasStarter = true;
      await changed();
      return entry(starterPath, 'starter');
    },
    async makeVariants({ signal, onProgress }) {
      onProgress(50, 100);
      await new Promise<void>((resolve, reject) => {
        library.endVariants = (error) => (error === undefined ? resolve() : reject(error));
        signal.addEventListener('abort', () => reject(new Fault('CANCELLED', 'It was cancelled.', 'Do it again.')));
      });
      library.hasVariants = true;
      return changed();
    },
    known: async () => null,
    refresh: () => library.list(),
    async info(path) {
      const model = (await library.list()).find((one) => one.path === path);
      if (model === undefined) throw new Fault('NOT_FOUND', `There is no ${path}.`, 'Choose another.');
      const { owner, name, origin } = model;
      return { model, places: [{ path, owner, name }], crash: null, check: null, removable: origin !== 'added' };
    },
    remove: changed,
    async hash({ onProgress, checkpoint }) {
      onProgress(50, 100);
      await checkpoint();
    },
    watch: () => async () => undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return library;
}
