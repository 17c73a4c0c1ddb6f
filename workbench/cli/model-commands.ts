import { resolve } from 'node:path';
import { readDevices } from '../../adapter/engine/read-devices.ts';
import { disposeLibraries } from '../../adapter/engine/shared-library.ts';
import { Fault } from '../../adapter/fault.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { ModelEntry, ModelFit } from '../contract/models.ts';
import { checkModel } from '../models/check/check-model.ts';
import { describeKnown } from '../models/describe-model.ts';
import { openFileIndex } from '../models/file-index.ts';
import { createFitService } from '../models/fit/fit-service.ts';
import { stampFile } from '../models/stamp-file.ts';
import { defaultSettings } from '../store/settings-store.ts';
import { modelsFolder } from './default-folders.ts';
import { describeModel } from './describe-model.ts';
import { withEngine } from './open-engine.ts';
import { openLibrary } from './open-library.ts';
import { printable } from './printable.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';

interface JsonOption {
  json?: true;
}

/** `models find`: every model file on this machine that is found, whoseever it is, with its place. */
export async function findModels(terminal: Terminal, options: JsonOption): Promise<void> {
  const models = await (await openLibrary(terminal)).list();
  if (options.json) return terminal.out(`${JSON.stringify(models, null, 2)}\n`);
  if (models.length === 0) return terminal.out('No model files were found. Fetch the starter: models fetch starter\n');
  const rows = models.map((model) => [
    printable(model.name),
    model.bytes === null ? '–' : `${(model.bytes / 1e9).toFixed(2)}`,
    model.header?.quantization ?? '–',
    model.owner,
    model.fault === null ? printable(model.path) : printable(`cannot be used: ${model.fault.message}`),
  ]);
  terminal.out(textTable([['model', 'GB', 'quantisation', 'whose', 'where'], ...rows]));
}

export interface InfoOptions extends JsonOption, FitOptions {}

interface FitOptions {
  context: number;
  gpuLayers: EngineSettings['gpuLayers'];
  mode: EngineSettings['mode'];
}

/**
 * `models info FILE`: what the file says about itself, where it lies, and the memory that it needs.
 * @throws Fault NOT_FOUND, MODEL_MISSING, MODEL_UNREADABLE
 */
export async function modelInfo(terminal: Terminal, file: string, options: InfoOptions): Promise<void> {
  const library = await openLibrary(terminal);
  const path = await pathOf(terminal, file, () => library.list());
  const info = await library.info(path);
  const { model, ...facts } = info;
  if (model.fault !== null && model.header === null)
    throw new Fault(model.fault.code, model.fault.message, model.fault.next);
  const fits = createFitService({
    fileIndex: openFileIndex(modelsFolder(terminal)),
    engine: { loadedWith: () => null },
    devices: readDevices,
  });
  const { context: contextTokens, gpuLayers, mode } = options;
  const fit = await fits
    .fit(path, { ...defaultSettings.engine, contextTokens, gpuLayers, mode }, null)
    .finally(disposeLibraries);
  if (options.json) return terminal.out(`${JSON.stringify({ ...model, ...facts, fit }, null, 2)}\n`);
  terminal.out(describeModel(model));
  const others = info.places.filter((place) => place.path !== model.path);
  for (const place of others) terminal.out(`  also at        ${printable(place.path)} (${place.owner})\n`);
  if (info.crash !== null) terminal.out(`  crashed        ${info.crash.at}: ${printable(info.crash.reason)}\n`);
  terminal.out(describeFit(fit));
  if (info.check !== null)
    terminal.out(info.check.sentences.map((sentence) => `  check          ${sentence}\n`).join(''));
}

export interface CheckOptions extends JsonOption {
  again?: true;
  threads?: number;
  gpuLayers: EngineSettings['gpuLayers'];
}

/**
 * `models check FILE`: loads it and looks how it answers.
 * @throws Fault as EngineOwner.load, and what scoring throws
 */
export async function checkModelFile(terminal: Terminal, file: string, options: CheckOptions): Promise<void> {
  const library = await openLibrary(terminal);
  const path = await pathOf(terminal, file, () => library.list());
  const fileIndex = openFileIndex(modelsFolder(terminal));
  const stamp = await stampFile(path);
  if (stamp === null) throw new Fault('MODEL_MISSING', `There is no file ${path}.`, 'Choose another model.');
  if (options.again) await fileIndex.remember(path, stamp, { crash: null, tried: false });
  const { threads = null, gpuLayers } = options;
  const check = await withEngine(terminal, path, { ...defaultSettings.engine, threads, gpuLayers }, async (engine) => {
    const header = await describeKnown(path, stamp, fileIndex);
    const progress = showProgress(terminal, 'Asking the example decisions');
    const run = { signal: terminal.signal, now: () => new Date(), onProgress: progress.update };
    return checkModel(engine, header, run).finally(progress.end);
  });
  await fileIndex.remember(path, stamp, { check });
  terminal.out(options.json ? `${JSON.stringify(check, null, 2)}\n` : `${check.sentences.join('\n')}\n`);
}

/** `models remove FILE`: deletes a file of our own folder. @throws Fault NOT_FOUND, CONFLICT, INVALID_REQUEST, IO_FAILED */
export async function removeModel(terminal: Terminal, file: string, options: { yes?: true }): Promise<void> {
  const library = await openLibrary(terminal);
  const path = await pathOf(terminal, file, () => library.list());
  const { removable, model } = await library.info(path);
  if (removable && !options.yes) {
    throw new Fault('INVALID_REQUEST', `This would delete ${model.path}.`, 'Say --yes when that is meant.');
  }
  await library.remove(path);
  terminal.out(`Deleted ${printable(model.path)}\n`);
}

/** A path, or the name of a model that is found, as in `llama3.2:3b`. */
async function pathOf(terminal: Terminal, named: string, list: () => Promise<ModelEntry[]>): Promise<string> {
  const path = resolve(terminal.folder, named);
  if ((await stampFile(path)) !== null) return path;
  const found = (await list()).filter(({ name, file }) => name === named || file === named);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.path;
  if (only === undefined) return path;
  const places = found.map((model) => model.path).join(', ');
  throw new Fault('INVALID_REQUEST', `${named} is the name of several files: ${places}.`, 'Give the path of one.');
}

function describeFit({ devices, context_tokens, basis, suggestion, measured }: ModelFit): string {
  const size = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  const words = { fits: 'fits', tight: 'tight', 'too-large': 'may not fit' };
  const lines = devices.map(({ kind, name, need, margin, free, parts, verdict }) => {
    const of = `weights ${size(parts.weights)}, context ${size(parts.kv)}, computing ${size(parts.compute)}, vocabulary and engine ${size(parts.overhead)}`;
    return `  ${kind === 'gpu' ? 'GPU' : 'memory'}${kind === 'gpu' ? '            ' : '         '}${size(need)} ± ${size(margin)} of ${size(free)} free on ${name}: ${words[verdict]} (${of})`;
  });
  if (measured !== null)
    lines.push(`  measured       ${size(measured.memory)} after loading with a context of ${measured.context_tokens}`);
  return `${[
    `  with           a context of ${context_tokens} tokens`,
    ...lines,
    ...basis.map((sentence) => `                 ${sentence}`),
    ...suggestion.why.map((sentence) => `  suggested      ${sentence}`),
  ].join('\n')}\n`;
}
