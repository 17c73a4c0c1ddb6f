import { join, resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { ModelEntry } from '../contract/models.ts';
import { settingsSchema } from '../contract/settings.ts';
import { explainQuantization } from '../models/explain-quantization.ts';
import { openFileIndex } from '../models/file-index.ts';
import type { ModelLibrary } from '../models/library.ts';
import { createModelLibrary, describeFile } from '../models/model-library.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { readDocument } from '../store/read-document.ts';
import { modelsFolder, workspaceFolder } from './default-folders.ts';
import { printable } from './printable.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';

/** `models list`: the starter and the places that were added in the app. */
export async function listModels(terminal: Terminal, options: { json?: true }): Promise<void> {
  const library = await openLibrary(terminal);
  const models = await library.list();
  if (options.json) return terminal.out(`${JSON.stringify(models, null, 2)}\n`);
  if (models.length === 0) terminal.out('No models yet. Fetch the starter: models fetch starter\n');
  terminal.out(models.map(describeModel).join(''));
}

/**
 * `models fetch starter`: prints the file's path.
 * @throws Fault DOWNLOAD_FAILED, CANCELLED, IO_FAILED
 */
export async function fetchModel(terminal: Terminal): Promise<void> {
  const library = await openLibrary(terminal);
  const progress = showProgress(terminal, 'Fetching the starter model');
  const run = {
    signal: terminal.signal,
    onProgress: (done: number, total: number | null) => progress.update(total === null ? 0 : done / total),
  };
  const { path } = await library.fetchStarter(run).finally(progress.end);
  terminal.out(`${path}\n`);
}

/**
 * `models variants`: prints the paths of the starter's requantised variants.
 * @throws Fault NO_MODEL, CANCELLED, IO_FAILED
 */
export async function makeVariantFiles(terminal: Terminal): Promise<void> {
  const library = await openLibrary(terminal);
  const progress = showProgress(terminal, 'Requantising the starter model');
  const run = {
    signal: terminal.signal,
    onProgress: (done: number, total: number | null) => progress.update(total === null ? 0 : done / total),
  };
  const models = await library.makeVariants(run).finally(progress.end);
  for (const { path, origin } of models) if (origin === 'variant') terminal.out(`${path}\n`);
}

/**
 * `models inspect FILE`: what the file's header says.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE
 */
export async function inspectModel(terminal: Terminal, file: string, options: { json?: true }): Promise<void> {
  const model = await describeFile(resolve(terminal.folder, file), 'added', openFileIndex(modelsFolder(terminal)));
  if (model.fault !== null) throw new Fault(model.fault.code, model.fault.message, model.fault.next);
  terminal.out(options.json ? `${JSON.stringify(model, null, 2)}\n` : describeModel(model));
}

/** Reads the places without opening the workspace, which the app may have open. */
async function openLibrary(terminal: Terminal): Promise<ModelLibrary> {
  const settings = await readDocument(
    diskFileSystem,
    join(workspaceFolder(terminal), 'settings.json'),
    settingsSchema,
  ).catch(() => null);
  const folder = modelsFolder(terminal);
  return createModelLibrary({
    modelsFolder: folder,
    fileIndex: openFileIndex(folder),
    places: () => settings?.model_places ?? [],
    changePlaces: () => Promise.reject(new Fault('UNEXPECTED', 'Places are changed in the app alone.', 'Use the app.')),
  });
}

function describeModel(model: ModelEntry): string {
  const lines = [model.file, `  path           ${model.path}`];
  if (model.bytes !== null) lines.push(`  size           ${(model.bytes / 1e6).toFixed(1)} MB`);
  if (model.sha256 !== null) lines.push(`  SHA-256        ${model.sha256}`);
  const { header } = model;
  if (header !== null) {
    const parameters = header.parameters === null ? '' : `, ${(header.parameters / 1e6).toFixed(0)} million parameters`;
    const types = header.tensor_types.map(({ type, tensors }) => `${tensors} × ${type}`).join(', ');
    lines.push(
      `  model          ${header.name ?? 'without a name'} (${header.architecture}${parameters})`,
      `  licence        ${header.license ?? 'not stated'}`,
      `  quantisation   ${header.quantization} (${types})`,
      ...explainQuantization(header).map((sentence) => `                 ${sentence}`),
      `  chat template  ${header.chat_template}`,
      `  context        ${header.context_length ?? 'not stated'} tokens`,
    );
  }
  if (model.fault !== null) lines.push(`  cannot be used ${model.fault.message} ${model.fault.next}`);
  return `${lines.map(printable).join('\n')}\n`;
}
