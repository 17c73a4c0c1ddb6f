import { join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { TEMPORARY_SUFFIX } from './write-file.ts';

// The names that writeFileAtomically gives: file, process and count.
const TEMPORARY_NAME = new RegExp(`\\.jsonl?\\.\\d+-\\d+\\${TEMPORARY_SUFFIX}$`);

/**
 * Removes the temporary files that a killed process left in a workspace: in the folder itself, in that of the
 * configurations, and in each decision's and each run's. Call it with the lock held. Nothing else is touched.
 */
export async function clearTemporaryFiles(fs: FileSystem, folder: string): Promise<void> {
  await clearFolder(fs, folder);
  const configurations = join(folder, 'configurations');
  if (await fs.exists(configurations)) await clearFolder(fs, configurations);
  for (const kind of ['decisions', 'runs']) {
    const home = join(folder, kind);
    if (!(await fs.exists(home))) continue;
    for (const entry of await fs.list(home)) {
      if (entry.isFolder) await clearFolder(fs, join(home, entry.name));
    }
  }
}

async function clearFolder(fs: FileSystem, folder: string): Promise<void> {
  for (const entry of await fs.list(folder)) {
    if (!entry.isFolder && TEMPORARY_NAME.test(entry.name)) await fs.removeFile(join(folder, entry.name));
  }
}
