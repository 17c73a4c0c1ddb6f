import { basename } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { Job } from '../contract/jobs.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { ModelLibrary } from '../models/library.ts';
import type { FileSystem } from '../store/file-system.ts';
import type { SettingsStore } from '../store/settings-store.ts';
import type { JobRunner } from './job-runner.ts';
import { isFinal } from './job-transitions.ts';

/** The long work on models: loading one, fetching the starter, writing its variants. */
export interface ModelJobs {
  /** Loads the file with the engine settings of then; a load that waits or runs is cancelled, as only one can win. */
  load(path: string): Job;
  /** Fetches the starter, and loads it when nothing else is loaded. One at a time: a second call gets the first's job. */
  fetchStarter(): Job;
  /** Writes the variants of the starter. One at a time: a second call gets the first's job. */
  makeVariants(): Job;
  /** Cancels all loads and resolves when they have ended. */
  cancelLoads(): Promise<void>;
  /** Loads the model of last time, or else the starter when it is there; a file that is gone is told as the engine's state. */
  loadAtStart(): Promise<void>;
}

export function createModelJobs(parts: {
  fs: FileSystem;
  jobs: JobRunner;
  engine: EngineOwner;
  library: ModelLibrary;
  settings: SettingsStore;
}): ModelJobs {
  const { fs, jobs, engine, library, settings } = parts;

  function openJobs(kind: Job['kind']): Job[] {
    return jobs.list().filter((job) => job.kind === kind && !isFinal(job.state));
  }

  async function cancelLoads(): Promise<void> {
    // One that ends by itself at this very moment needs no cancelling.
    await Promise.all(openJobs('load-model').map((job) => jobs.cancel(job.id).catch(() => undefined)));
  }

  function load(path: string): Job {
    void cancelLoads();
    return jobs.start({
      kind: 'load-model',
      title: `Load ${basename(path)}`,
      lane: 'engine',
      work: async ({ id, signal, onProgress }) => {
        await engine.load(path, settings.get().engine, {
          job: id,
          signal,
          onProgress: (done) => onProgress({ done, total: 1, unit: 'fraction' }),
        });
        await settings.change({ last_model: path });
      },
    });
  }

  function fetchStarter(): Job {
    const running = openJobs('fetch-starter')[0];
    if (running !== undefined) return running;
    return jobs.start({
      kind: 'fetch-starter',
      title: 'Get the starter model',
      lane: 'download',
      work: async ({ signal, onProgress }) => {
        const entry = await library.fetchStarter({
          signal,
          onProgress: (done, total) => {
            if (total !== null) onProgress({ done, total, unit: 'bytes' });
          },
        });
        const { status } = engine.state();
        if (status === 'empty' || status === 'failed') load(entry.path);
      },
    });
  }

  function makeVariants(): Job {
    const running = openJobs('make-variants')[0];
    if (running !== undefined) return running;
    return jobs.start({
      kind: 'make-variants',
      title: 'Make variants of the starter model',
      lane: 'download',
      work: async ({ signal, onProgress }) => {
        await library.makeVariants({
          signal,
          onProgress: (done, total) => {
            if (total !== null) onProgress({ done, total, unit: 'bytes' });
          },
        });
      },
    });
  }

  async function loadAtStart(): Promise<void> {
    const last = settings.get().last_model;
    if (last !== null) {
      if (await fs.exists(last)) load(last);
      else engine.fail(last, missing(last));
      return;
    }
    const starter = (await library.list()).find(({ origin, fault }) => origin === 'starter' && fault === null);
    // A person who chose meanwhile was faster.
    if (starter !== undefined && engine.state().status === 'empty' && openJobs('load-model').length === 0) {
      load(starter.path);
    }
  }

  return { load, fetchStarter, makeVariants, cancelLoads, loadAtStart };
}

function missing(path: string): Fault {
  return new Fault(
    'MODEL_MISSING',
    `The model that was used last is not at ${path} any more.`,
    'Choose another model, or put the file back and load it again.',
  );
}
