import { describeModel } from './describe-model.ts';
import { openLibrary } from './open-library.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';

/** `models list`: the starter and the places that were added in the app. */
export async function listModels(terminal: Terminal, options: { json?: true }): Promise<void> {
  const library = await openLibrary(terminal);
  const models = (await library.list()).filter(({ origin }) => origin !== 'found');
  if (options.json) return terminal.out(`${JSON.stringify(models, null, 2)}\n`);
  if (models.length === 0)
    terminal.out('No models yet. Fetch the starter: models fetch starter; see those of other programs: models find\n');
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
