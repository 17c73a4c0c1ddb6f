import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { fileSha256 } from '../../adapter/gguf/file-sha256.ts';
import { findModel } from '../../adapter/server/find-model.ts';
import type { ModelManifest } from '../../adapter/server/model-manifest.ts';

/** What a header of the tar format holds without an extension, and what a key of a bucket takes in its stride. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;

/** Where a model is from; both null for a file that nobody pinned. */
export interface ModelOrigin {
  repository: string | null;
  revision: string | null;
}

export interface PackagedFile {
  /** Absolute path on this machine. */
  path: string;
  /** Its name beside the manifest. */
  name: string;
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** A model as it travels: its files beside `model-manifest.json`, in an archive or under a prefix. */
export interface PackagedModel {
  /** One, or all parts of a split model in their order. */
  files: readonly PackagedFile[];
  manifest: ModelManifest;
  /** The bytes of `model-manifest.json`. */
  manifestText: string;
}

export interface PackagingRun {
  signal?: AbortSignal;
  /** Called after each piece that was read. */
  onProgress?: (progress: { bytesDone: number; bytesTotal: number }) => void;
}

/**
 * Finds all files of the model that a path stands for, and reads each once for its SHA-256.
 * @param path a GGUF file; of a split model any part
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, INVALID_REQUEST (a file name that does not travel), CANCELLED
 */
export async function describeModel(path: string, origin: ModelOrigin, run: PackagingRun = {}): Promise<PackagedModel> {
  const paths = await partsOf(path);
  // what cannot be read here is said in words below
  const sizes = await Promise.all(paths.map(async (one) => (await stat(one).catch(() => null))?.size ?? 0));
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  const files: PackagedFile[] = [];
  for (const [index, one] of paths.entries()) {
    const bytes = sizes[index] ?? 0;
    const sha256 = await fileSha256(one, {
      ...(run.signal === undefined ? {} : { signal: run.signal }),
      onProgress: ({ bytesDone }) => run.onProgress?.({ bytesDone: before + bytesDone, bytesTotal }),
    });
    files.push({ path: one, name: basename(one), bytes, sha256 });
    before += bytes;
  }
  return packagedModel(files, origin);
}

/**
 * The manifest of files whose hashes are known.
 * @throws Fault INVALID_REQUEST
 */
export function packagedModel(files: readonly PackagedFile[], origin: ModelOrigin): PackagedModel {
  const [first] = files;
  if (first === undefined) throw new Fault('NO_MODEL', 'There is no model to package.', 'Name a GGUF file.');
  for (const { name } of files) {
    if (PLAIN_NAME.test(name)) continue;
    const limit = 'at most 100 of A–Z, a–z, 0–9 and . _ + -, and a letter or digit first';
    const fields = [{ path: 'model', message: `The file name “${name}” does not travel safely.`, limit }];
    throw new Fault('INVALID_REQUEST', 'The model cannot be packaged.', 'Rename the file.', { fields });
  }
  const manifest: ModelManifest = {
    gguf: {
      repo: origin.repository,
      revision: origin.revision,
      file: first.name,
      sha256: first.sha256,
      ...(files.length === 1 ? {} : { parts: files.map(({ name, sha256 }) => ({ file: name, sha256 })) }),
    },
  };
  return { files, manifest, manifestText: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** @returns absolute paths in order */
async function partsOf(path: string): Promise<string[]> {
  const found = await findModel(dirname(path), path);
  return found.files.map((name) => join(dirname(path), name));
}
