import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Often enough for a bar that moves. */
const intervalMs = 250;

/** Tells how many bytes lie in a folder, again and again, until it is stopped. */
export function watchFolderSize(folder: string, onSize: (bytes: number) => void): () => void {
  let stopped = false;
  const timer = setInterval(async () => {
    const bytes = await sizeOf(folder);
    if (!stopped) onSize(bytes);
  }, intervalMs);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

/** Files come and go while they are counted; those that are gone count nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name))
        .then(({ size }) => size)
        .catch(() => 0),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
