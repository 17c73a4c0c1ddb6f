import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { asFault, Fault } from '../../../adapter/fault.ts';
import { fileSha256 } from '../../../adapter/gguf/file-sha256.ts';
import type { UnfinishedDownload, WantedFile, WantedModel } from '../../contract/hub.ts';
import type { Job } from '../../contract/jobs.ts';
import type { JobRun, JobRunner } from '../../jobs/job-runner.ts';
import { isFinal } from '../../jobs/job-transitions.ts';
import { type DownloadParts, downloadFile } from './download-file.ts';
import { type DownloadStore, downloadId, type StoredDownload } from './download-store.ts';
import { freeSpace, requireSpace } from './free-space.ts';
import type { HubClient } from './hub-client.ts';
import { finalPath } from './place-in-folder.ts';

/** A lock that was not renewed for so long belonged to a program that ended; so long a new start waits for it. */
const STALE_LOCK_MS = 6_000;
const LOCK_TRIES = { retries: 8, minTimeout: 1000, maxTimeout: 1000 };

/** Downloads of models: begun, gone on with after a restart, and given up. */
export interface DownloadService {
  /** Fetches a model of a repository at a commit. The same model that is fetched already: that job. @throws Fault INVALID_REQUEST */
  start: (repository: string, revision: string, file: string) => Job;
  /** Fetches what is pinned, without asking the hub what it is. */
  startPinned: (wanted: WantedModel) => Job;
  /** Begun and not complete, those under way too. */
  unfinished: () => Promise<UnfinishedDownload[]>;
  /** @throws Fault NOT_FOUND */
  resume: (id: string) => Promise<Job>;
  /** Deletes what was fetched of it. @throws Fault NOT_FOUND, CONFLICT while it is under way */
  discard: (id: string) => Promise<void>;
}

export function createDownloads(options: {
  modelsFolder: string;
  store: DownloadStore;
  client: HubClient;
  jobs: JobRunner;
  parts: Omit<DownloadParts, 'free'> & Partial<Pick<DownloadParts, 'free'>>;
  now: () => Date;
  /** The file is complete and in place. */
  onComplete: (path: string) => Promise<void>;
}): DownloadService {
  const { modelsFolder, store, client, jobs, now, onComplete } = options;
  const parts: DownloadParts = { free: freeSpace, ...options.parts };
  /** Jobs of this process, by what they fetch. */
  const active = new Map<string, string>();

  function jobOf(key: string): Job | null {
    const id = active.get(key);
    const job = jobs.list().find((one) => one.id === id);
    return job === undefined || isFinal(job.state) ? null : job;
  }

  function begin(key: string, title: string, find: (run: JobRun) => Promise<WantedModel>): Job {
    const running = jobOf(key);
    if (running !== null) return running;
    const job = jobs.start({
      kind: 'download',
      title,
      // Several are fetched side by side, and one file by one job alone.
      lane: `download ${key}`,
      pausable: true,
      work: async (run) => {
        await fetchModel(await find(run), run);
      },
    });
    active.set(key, job.id);
    return job;
  }

  async function fetchModel(wanted: WantedModel, run: JobRun): Promise<void> {
    const folder = await store.begin(wanted, now());
    const lost = new AbortController();
    const release = await lockFolder(folder, () => lost.abort());
    const signal = AbortSignal.any([run.signal, lost.signal]);
    try {
      const total = wanted.files.reduce((sum, { bytes }) => sum + bytes, 0);
      const finals = wanted.files.map(({ file }) => finalPath(modelsFolder, wanted, file));
      const here: boolean[] = [];
      for (const [index, file] of wanted.files.entries()) {
        here.push(await isInPlace(finals[index] ?? '', file, signal, run));
      }
      const missing = wanted.files.reduce((sum, { bytes }, at) => (here[at] ? sum : sum + bytes), 0);
      if (missing === total) await requireSpace(folder, (await remaining(wanted)) ?? total, parts.free);
      let before = 0;
      for (const [index, file] of wanted.files.entries()) {
        const start = before;
        before += file.bytes;
        // Moved into place before the app ended.
        if (here[index]) continue;
        await downloadFile(wanted, file, store.partPath(wanted, index), parts, {
          signal,
          isPaused: run.isPaused,
          checkpoint: run.checkpoint,
          onProgress: (done) => run.onProgress({ done: start + done, total, unit: 'bytes' }),
        });
      }
      // Before the model itself: it never lies there without saying where it is from.
      await mkdir(dirname(finals[0] ?? folder), { recursive: true });
      await store.keepOrigin(wanted);
      // The first part last: a split model is found by it, and then it is whole.
      for (const index of [...wanted.files.keys()].reverse()) {
        const path = finals[index];
        if (path === undefined || here[index]) continue;
        await mkdir(dirname(path), { recursive: true });
        await rename(store.partPath(wanted, index), path);
      }
      await onComplete(finals[0] ?? folder);
    } catch (error) {
      throw lost.signal.aborted && !run.signal.aborted ? lockedElsewhere() : error;
    } finally {
      await release();
    }
    await store.forget(downloadId(wanted));
  }

  /** Bytes that are still to come of a download that was begun; null for a new one. */
  async function remaining(wanted: WantedModel): Promise<number | null> {
    const known = (await store.list()).find(({ id }) => id === downloadId(wanted));
    return known === undefined ? null : known.bytes - known.done;
  }

  function startPinned(wanted: WantedModel): Job {
    return begin(keyOf(wanted.repository, wanted.revision, wanted.files[0]?.file ?? ''), titleOf(wanted), () =>
      Promise.resolve(wanted),
    );
  }

  async function known(id: string): Promise<StoredDownload> {
    const found = (await store.list()).find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new Fault('NOT_FOUND', 'There is no such unfinished download any more.', 'Look at the list of downloads.');
  }

  return {
    start: (repository, revision, file) =>
      begin(keyOf(repository, revision, file), `Download ${file.split('/').at(-1)}`, async () => {
        const listed = await client.repository(repository, revision);
        const model = listed.models.find((one) => one.file === file);
        if (model !== undefined) return { repository, revision: listed.revision, files: model.files };
        throw new Fault(
          'NOT_FOUND',
          `${repository} has no model file ${file} with a checksum at that revision.`,
          'Look at the list of its files.',
        );
      }),
    startPinned,
    async unfinished() {
      const found = await store.list();
      return found.map((one) => ({
        ...one,
        job: jobOf(keyOf(one.wanted.repository, one.wanted.revision, one.wanted.files[0]?.file ?? ''))?.id ?? null,
      }));
    },
    resume: async (id) => startPinned((await known(id)).wanted),
    async discard(id) {
      const { wanted } = await known(id);
      if (jobOf(keyOf(wanted.repository, wanted.revision, wanted.files[0]?.file ?? '')) !== null) throw underWay();
      const release = await lockFolder(await store.begin(wanted, now()), () => undefined);
      await store.forget(id).finally(release);
    },
  };
}

function keyOf(repository: string, revision: string, file: string): string {
  return `${repository} ${revision} ${file}`;
}

function titleOf({ files }: WantedModel): string {
  return `Download ${files[0]?.file.split('/').at(-1) ?? ''}`;
}

/** Whether the very file lies there: one that was damaged since, at the same length, is fetched again. */
async function isInPlace(
  path: string,
  { bytes, sha256 }: WantedFile,
  signal: AbortSignal,
  { checkpoint }: Pick<JobRun, 'checkpoint'>,
): Promise<boolean> {
  if ((await stat(path).catch(() => null))?.size !== bytes) return false;
  try {
    return (await fileSha256(path, { signal, checkpoint })) === sha256;
  } catch (error) {
    if (signal.aborted || asFault(error).code === 'CANCELLED') throw error;
    return false;
  }
}

/**
 * One program at a time writes a file; the lock of one that was killed is taken over.
 * @param onLost told when another program took it, as after a sleep of this one
 */
async function lockFolder(folder: string, onLost: () => void): Promise<() => Promise<void>> {
  try {
    const release = await lock(folder, {
      stale: STALE_LOCK_MS,
      retries: LOCK_TRIES,
      realpath: false,
      onCompromised: onLost,
    });
    // Lost meanwhile: it is another's.
    return () => release().catch(() => undefined);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') throw lockedElsewhere();
    throw error;
  }
}

function lockedElsewhere(): Fault {
  return new Fault(
    'CONFLICT',
    'Another program of the workbench is fetching this file.',
    'Wait until it has ended, or stop it there.',
  );
}

function underWay(): Fault {
  return new Fault('CONFLICT', 'It is being downloaded right now.', 'Cancel the download first.');
}
