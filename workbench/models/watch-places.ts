import { realpath } from 'node:fs/promises';
import { type FSWatcher, watch } from 'chokidar';
import { isModelFileName } from './find-model-files.ts';

/** As deep as files are found. */
const depth = 6;

/** A copy of a large file changes it many times a second; it is looked at when that has been quiet for so long. */
const quietMs = 1_000;

/**
 * Tells when a model file comes, goes or changes in the places, a moment after the last change. Where the system cannot
 * watch (too many folders, a network drive) nothing is told, and a look at the screen finds it.
 */
export function watchPlaces(onChange: () => void): {
  follow(places: readonly string[]): Promise<void>;
  close(): Promise<void>;
} {
  let watcher: FSWatcher | null = null;
  let followed = '';
  let timer: NodeJS.Timeout | undefined;

  const heard = (_: string, path: string): void => {
    if (!isModelFileName(path)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMs);
  };

  return {
    async follow(places) {
      const wanted = JSON.stringify(places);
      if (wanted === followed) return;
      followed = wanted;
      const before = watcher;
      watcher = null;
      await before?.close();
      // A folder behind a link is watched where it lies; links inside could lead back.
      const real = await Promise.all(places.map((place) => realpath(place).catch(() => place)));
      if (wanted !== followed || real.length === 0) return;
      watcher = watch(real, {
        depth,
        ignoreInitial: true,
        followSymlinks: false,
        ignorePermissionErrors: true,
        // Each file that is watched costs one of few handles.
        ignored: (path, found) => found?.isFile() === true && !isModelFileName(path),
      });
      watcher.on('all', heard).on('error', () => undefined);
    },
    async close() {
      followed = '';
      clearTimeout(timer);
      await watcher?.close();
    },
  };
}
