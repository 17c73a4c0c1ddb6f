import { join, resolve } from 'node:path';
import { disposeLibraries } from '../../adapter/engine/shared-library.ts';
import { Fault } from '../../adapter/fault.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import { createEngineOwner } from '../engine/engine-owner.ts';
import type { EngineOwner } from '../engine/owner.ts';
import { createForkTrial } from '../engine/try-model-fork.ts';
import { readOrigin } from '../models/download/model-origin.ts';
import { starterPath } from '../models/fetch-starter.ts';
import { openFileIndex } from '../models/file-index.ts';
import { stampFile } from '../models/stamp-file.ts';
import { starter } from '../models/starter.ts';
import { modelsFolder } from './default-folders.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';

/** `tryModel` with the built entry. */
export function forkTrial(terminal: Pick<Terminal, 'builtFolder'>) {
  return createForkTrial(join(terminal.builtFolder, 'node', 'try-model.js'));
}

/**
 * The path of the model that a command means: the one that was named, else the starter.
 * @param how the command names one, as in `with --model`
 * @throws Fault NO_MODEL
 */
export async function chooseModel(
  terminal: Terminal,
  named: string | undefined,
  how = 'with --model',
): Promise<string> {
  if (named !== undefined) return resolve(terminal.folder, named);
  const path = starterPath(modelsFolder(terminal));
  if ((await stampFile(path))?.bytes === starter.bytes) return path;
  throw new Fault(
    'NO_MODEL',
    `No model was named, and the starter model is not at ${path}.`,
    `Name a GGUF file ${how}, or fetch the starter: models fetch starter.`,
  );
}

/**
 * Loads a model for one command and disposes it when the work is done, failed or cancelled.
 * @throws Fault as EngineOwner.load, and what the work throws
 */
export async function withEngine<T>(
  terminal: Terminal,
  path: string,
  settings: EngineSettings,
  work: (engine: EngineOwner) => Promise<T>,
): Promise<T> {
  const engine = createEngineOwner({
    tryModel: forkTrial(terminal),
    fileIndex: openFileIndex(modelsFolder(terminal)),
    originOf: (file) => readOrigin(modelsFolder(terminal), file),
  });
  const progress = showProgress(terminal, 'Loading the model');
  try {
    const run = { job: 'command', signal: terminal.signal, onProgress: progress.update };
    await engine.load(path, settings, run).finally(progress.end);
    return await work(engine);
  } finally {
    await engine.close();
    await disposeLibraries();
  }
}
