import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Fault } from '../../../adapter/fault.ts';
import { fileSha256 } from '../../../adapter/gguf/file-sha256.ts';
import type { FetchRun } from '../library.ts';
import { stampFile } from '../stamp-file.ts';
import { starter } from '../starter.ts';
import { openTemporaryFolder } from '../temporary-folder.ts';
import { readLayout } from './gguf-layout.ts';
import { requantise } from './requantise.ts';
import { type Variant, variants } from './variants.ts';

/** Where a variant lies once it was made. */
export function variantPath(modelsFolder: string, { file }: Pick<Variant, 'file'>): string {
  return join(modelsFolder, file);
}

/**
 * Writes the variants of the starter into the models folder, each moved there in one step once its hash is right; those
 * that are there already stay. Leaves nothing behind when it fails or is cancelled.
 * @returns their absolute paths, in the order of the list
 * @throws Fault NO_MODEL (the starter is not there, or another file has its name), CANCELLED, IO_FAILED
 */
export async function makeVariants(
  modelsFolder: string,
  { signal, onProgress }: FetchRun,
  wanted: { source: { file: string; bytes: number; sha256: string }; variants: readonly Variant[] } = {
    source: starter,
    variants,
  },
): Promise<{ path: string; sha256: string }[]> {
  const path = join(modelsFolder, wanted.source.file);
  if (!(await isFile(path, wanted.source, signal))) throw noStarter(path);
  const total = wanted.variants.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  let temporary: string | undefined;
  try {
    const layout = await readLayout(path);
    temporary = await openTemporaryFolder(modelsFolder);
    const made: { path: string; sha256: string }[] = [];
    for (const variant of wanted.variants) {
      const target = variantPath(modelsFolder, variant);
      if (!(await isFile(target, variant, signal))) {
        const written = join(temporary, variant.file);
        const started = before;
        const sha256 = await requantise({ path, layout }, written, variant, {
          signal,
          onProgress: (bytes) => onProgress(started + bytes, total),
        });
        if (sha256 !== variant.sha256) throw unlike(variant.file, sha256);
        await rename(written, target);
      }
      before += variant.bytes;
      onProgress(before, total);
      made.push({ path: target, sha256: variant.sha256 });
    }
    return made;
  } catch (error) {
    if (error instanceof Fault) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Fault(
      'IO_FAILED',
      `The variants could not be written to ${modelsFolder}: ${message}`,
      'Check the free space (some 300 MB are needed) and the rights of the folder, then start it again.',
      { cause: error },
    );
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isFile(
  path: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
  signal: AbortSignal,
): Promise<boolean> {
  return (await stampFile(path))?.bytes === bytes && (await fileSha256(path, { signal })) === sha256;
}

function noStarter(path: string): Fault {
  return new Fault(
    'NO_MODEL',
    `The variants are made from the starter model, and that is not at ${path}.`,
    'Fetch the starter model first, then make the variants.',
  );
}

function unlike(file: string, sha256: string): Fault {
  return new Fault(
    'UNEXPECTED',
    `${basename(file)} came out with the SHA-256 ${sha256}, which is not the one that was tested. It was not kept.`,
    'Start it again; if it happens again, report it with your processor and system.',
  );
}
