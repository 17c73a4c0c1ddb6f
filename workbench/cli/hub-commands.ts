import { Fault } from '../../adapter/fault.ts';
import type { HubModel } from '../contract/hub.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { createHubServices } from '../models/download/create-hub-services.ts';
import { offeredModels } from '../models/download/offered-models.ts';
import { finalPath } from '../models/download/place-in-folder.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { machineOrigin } from '../uuid-v7.ts';
import { modelsFolder } from './default-folders.ts';
import { printable } from './printable.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';

export interface SearchOptions {
  quantization?: string;
  json?: true;
}

/** `models search QUERY`: repositories of the hub with GGUF files. @throws Fault DOWNLOAD_FAILED */
export async function searchModels(terminal: Terminal, query: string, options: SearchOptions): Promise<void> {
  const { hub } = openHub(terminal);
  const { quantization } = options;
  const found = await hub().search(query, quantization === undefined ? {} : { quantization });
  if (options.json) return terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  if (found.length === 0) return terminal.out('The hub has no repository of GGUF files by that name.\n');
  const rows = found.map(({ repository, downloads, licence, gated, quantizations }) => [
    printable(repository),
    downloads.toLocaleString('en-US'),
    `${printable(licence ?? 'no licence stated')}${gated ? ', its owner lets people in' : ''}`,
    quantizations.join(' '),
  ]);
  terminal.out(textTable([['repository', 'downloads', 'licence', 'files'], ...rows]));
}

export interface PullOptions {
  revision?: string;
  file?: string;
  json?: true;
}

/**
 * `models pull NAME`: an offered model, or a file of a repository, pinned to the commit that the revision is now. Without
 * a file it lists what the repository has, and fetches nothing.
 * @throws Fault DOWNLOAD_FAILED, NOT_FOUND, INVALID_REQUEST, IO_FAILED, CONFLICT, CANCELLED
 */
export async function pullModel(terminal: Terminal, name: string, options: PullOptions): Promise<void> {
  const { hub, downloads, jobs, folder } = openHub(terminal);
  const offered = offeredModels.find(({ id }) => id === name);
  if (offered === undefined && options.file === undefined) {
    const repository = await hub().repository(name, options.revision);
    if (options.json) return terminal.out(`${JSON.stringify(repository, null, 2)}\n`);
    const { licence, gated, revision, page, models } = repository;
    terminal.out(
      `${repository.repository} at ${revision}\nLicence: ${printable(licence ?? 'not stated')}${gated ? `; its owner lets people in, see ${page}` : ''}\n`,
    );
    return terminal.out(
      models.length === 0
        ? 'It has no GGUF file with a checksum.\n'
        : `${textTable([['file', 'size', 'in memory'], ...models.map(describe)])}Fetch one: models pull ${repository.repository} --file FILE\n`,
    );
  }
  const wanted = offered?.wanted ?? (await pick(hub().repository(name, options.revision), options.file ?? ''));
  const file = wanted.files[0]?.file ?? '';
  const progress = showProgress(terminal, `Fetching ${file.split('/').at(-1)}`);
  const stop = jobs.onChange((job) => {
    if (job.progress !== null) progress.update(job.progress.done / job.progress.total);
  });
  const job = downloads().startPinned(wanted);
  const cancel = (): void => void jobs.cancel(job.id).catch(() => undefined);
  terminal.signal.addEventListener('abort', cancel, { once: true });
  if (terminal.signal.aborted) cancel();
  const ended = await jobs.ended(job.id).finally(() => {
    terminal.signal.removeEventListener('abort', cancel);
    stop();
    progress.end();
  });
  if (ended.state === 'cancelled') {
    throw new Fault('CANCELLED', 'The download was cancelled.', 'Give the same command to go on: what came is kept.');
  }
  if (ended.fault !== null) throw new Fault(ended.fault.code, ended.fault.message, ended.fault.next);
  const path = finalPath(folder, wanted, file);
  terminal.out(options.json ? `${JSON.stringify({ path, ...wanted }, null, 2)}\n` : `${path}\n`);
}

async function pick(asked: ReturnType<ReturnType<ReturnType<typeof openHub>['hub']>['repository']>, file: string) {
  const { repository, revision, models } = await asked;
  const model = models.find((one) => one.file === file);
  if (model !== undefined) return { repository, revision, files: model.files };
  throw new Fault(
    'NOT_FOUND',
    `${repository} has no model file ${file} with a checksum.`,
    `List its files: models pull ${repository}`,
  );
}

function describe({ file, bytes, fit }: Pick<HubModel, 'file' | 'bytes' | 'fit'>): string[] {
  return [printable(file), `${(bytes / 1e6).toFixed(0)} MB`, fit.words];
}

function openHub(terminal: Terminal) {
  const folder = modelsFolder(terminal);
  const jobs = createJobRunner(machineOrigin, () => undefined);
  const host = { modelsFolder: folder, surroundings: terminal };
  const library = { refresh: () => Promise.resolve([]) };
  const services = createHubServices({ host, fs: diskFileSystem, jobs, library, now: machineOrigin.now });
  return { ...services, jobs, folder };
}
