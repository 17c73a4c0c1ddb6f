import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = '.fetch-';

/** A temporary folder that is older than this was left by a process that was killed. */
const leftoverAgeMs = 24 * 3600_000;

/**
 * A new folder inside the models folder (made when it is not there), so that what is finished in it moves with one
 * rename. Takes away what killed processes left. The caller removes it.
 */
export async function openTemporaryFolder(modelsFolder: string): Promise<string> {
  await mkdir(modelsFolder, { recursive: true });
  for (const name of await readdir(modelsFolder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(modelsFolder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > leftoverAgeMs) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(modelsFolder, prefix));
}
