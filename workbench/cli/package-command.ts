import { resolve } from 'node:path';
import { joinSha256 } from '../../adapter/gguf/model-sha256.ts';
import { readOrigin } from '../models/download/model-origin.ts';
import { modelDetail } from '../packaging/build-details.ts';
import { describeModel, type PackagedModel, packagedModel } from '../packaging/describe-model.ts';
import { imageSourceFolder, packImageSource } from '../packaging/pack-image-source.ts';
import { writeModelArchive } from '../packaging/write-model-archive.ts';
import { modelsFolder } from './default-folders.ts';
import { chooseModel } from './open-engine.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';
import { writeOutputFile } from './write-output.ts';

export interface PackageModelOptions {
  repository?: string;
  revision?: string;
  output?: string;
  manifestOnly?: true;
  json?: true;
}

/**
 * `package model`: writes what a container takes, the model with its manifest in one archive, or the manifest alone for
 * a folder that has the model already. What the app fetched is named by its repository and commit without being told.
 * @throws Fault NO_MODEL, MODEL_MISSING, MODEL_UNREADABLE, INVALID_REQUEST, IO_FAILED, CANCELLED
 */
export async function packageModel(
  terminal: Terminal,
  file: string | undefined,
  options: PackageModelOptions,
): Promise<void> {
  const path = await chooseModel(terminal, file, 'as FILE');
  const { repository = null, revision = null, manifestOnly } = options;
  const target = resolve(terminal.folder, options.output ?? (manifestOnly ? 'model-manifest.json' : 'model.tar.gz'));
  const progress = showProgress(terminal, 'Packaging the model');
  const { signal } = terminal;
  // read twice for an archive: for the manifest, which comes first in it, and into it
  const steps = manifestOnly ? 1 : 2;
  const step = (before: number) => ({
    signal,
    onProgress: ({ bytesDone, bytesTotal }: { bytesDone: number; bytesTotal: number }) =>
      progress.update((before + (bytesTotal === 0 ? 1 : bytesDone / bytesTotal)) / steps),
  });
  try {
    const described = await describeModel(path, { repository, revision }, step(0));
    const isNamed = repository !== null || revision !== null;
    const model = isNamed ? described : await withOrigin(terminal, described);
    if (manifestOnly) await writeOutputFile(terminal, target, model.manifestText);
    const archive = manifestOnly ? null : await writeModelArchive(model, target, step(1));
    const detail = { path: target, ...modelDetail(model, archive) };
    progress.end();
    terminal.out(options.json ? `${JSON.stringify(detail, null, 2)}\n` : `${target}\n`);
  } finally {
    progress.end();
  }
}

/** As it was fetched, if it is still what was fetched. */
async function withOrigin(terminal: Terminal, model: PackagedModel): Promise<PackagedModel> {
  const origin = await readOrigin(modelsFolder(terminal), model.files[0]?.path ?? '');
  if (origin?.sha256 !== joinSha256(model.files.map(({ sha256 }) => sha256))) return model;
  return packagedModel(model.files, origin);
}

/**
 * `package image`: writes what the images are built from.
 * @throws Fault NOT_FOUND (it is not built), IO_FAILED
 */
export async function packageImage(terminal: Terminal, options: { output?: string; json?: true }): Promise<void> {
  const target = resolve(terminal.folder, options.output ?? 'image-source.zip');
  const { sha256, files, zip } = await packImageSource(imageSourceFolder(terminal.builtFolder));
  await writeOutputFile(terminal, target, zip);
  const detail = { path: target, source_sha256: sha256, bytes: zip.length, files };
  terminal.out(options.json ? `${JSON.stringify(detail, null, 2)}\n` : `${target}\n`);
}
