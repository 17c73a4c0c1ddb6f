import { open, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findModelFiles } from '../find-model-files.ts';
import { entriesOf } from './entries-of.ts';
import type { FoundModel } from './found-model.ts';
import { readSmallFile } from './read-small-file.ts';

const repositoryFolder = /^models--(.+)$/;
const revisionName = /^[0-9a-f]{40}$/;
const magic = 'GGUF';

/**
 * GGUF files of the Hugging Face cache: those of the snapshots, the one that `main` means first, then blobs that no
 * snapshot shows any more. What is being downloaded (`.incomplete`) does not count.
 */
export async function findHuggingFace(hub: string): Promise<FoundModel[]> {
  const found: FoundModel[] = [];
  for (const entry of await entriesOf(hub)) {
    const [, joined] = repositoryFolder.exec(entry.name) ?? [];
    if (joined === undefined || !entry.isDirectory()) continue;
    found.push(...(await findInRepository(join(hub, entry.name), joined.replace('--', '/'))));
  }
  return found;
}

async function findInRepository(folder: string, repository: string): Promise<FoundModel[]> {
  const found: FoundModel[] = [];
  const shown = new Set<string>();
  const snapshots = join(folder, 'snapshots');
  const main = (await readSmallFile(join(folder, 'refs', 'main'))).trim();
  const revisions = (await entriesOf(snapshots)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  revisions.sort((one, other) => Number(other === main) - Number(one === main));
  for (const revision of revisions) {
    for (const path of await findModelFiles(join(snapshots, revision))) {
      shown.add(await realpath(path).catch(() => path));
      const known = revisionName.test(revision) ? revision : null;
      found.push({ path, owner: 'huggingface', name: basename(path), repository, revision: known });
    }
  }
  const blobs = join(folder, 'blobs');
  for (const entry of await entriesOf(blobs)) {
    const path = join(blobs, entry.name);
    if (!entry.isFile() || entry.name.endsWith('.incomplete') || shown.has(await realpath(path).catch(() => path)))
      continue;
    if (await beginsAsModel(path)) {
      const name = `${repository} (${entry.name.slice(0, 12)}…)`;
      found.push({ path, owner: 'huggingface', name, repository, revision: null });
    }
  }
  return found;
}

async function beginsAsModel(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return bytesRead === magic.length && buffer.toString('latin1') === magic;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
