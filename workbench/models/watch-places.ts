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
export function watchPlaces(onChange: () => void): { follow(places: readonly string[]): void; close(): Promise<void> } {
  let watcher: FSWatcher | null = null;
  let followed = '';
  let timer: NodeJS.Timeout | undefined;

  const heard = (_: string, path: string): void => {
    if (!isModelFileName(path)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMs);
  };

  return {
    follow(places) {
      const wanted = JSON.stringify(places);
      if (wanted === followed) return;
      followed = wanted;
      void watcher?.close();
      watcher = null;
      if (places.length === 0) return;
      watcher = watch([...places], { depth, ignoreInitial: true, followSymlinks: false, ignorePermissionErrors: true });
      watcher.on('all', heard).on('error', () => undefined);
    },
    async close() {
      clearTimeout(timer);
      await watcher?.close();
    },
  };
}
