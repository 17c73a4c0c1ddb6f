import { basename } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { Job } from '../contract/jobs.ts';
import type { LoadMarker } from '../engine/load-marker.ts';
import type { EngineOwner } from '../engine/owner.ts';
import { checkModel } from '../models/check/check-model.ts';
import { describeKnown } from '../models/describe-model.ts';
import type { FileIndex } from '../models/file-index.ts';
import type { ModelLibrary } from '../models/library.ts';
import { stampFile } from '../models/stamp-file.ts';
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
  /** Computes the checksums of all files that have none. One at a time: a second call gets the first's job. */
  hash(): Job;
  /** Forgets that loading the file ended a process, and loads it. */
  tryAgain(path: string): Promise<Job>;
  /** Looks how the model answers; loads it when it is not. */
  check(path: string): Job;
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
  fileIndex: FileIndex;
  /** Says what was being loaded when a process died. */
  marker: LoadMarker;
  now: () => Date;
}): ModelJobs {
  const { fs, jobs, engine, library, settings, fileIndex, marker, now } = parts;

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

  function hash(): Job {
    const running = openJobs('hash-models')[0];
    if (running !== undefined) return running;
    return jobs.start({
      kind: 'hash-models',
      title: 'Compute checksums of models',
      lane: 'hash',
      pausable: true,
      work: ({ signal, checkpoint, onProgress }) =>
        library.hash({
          signal,
          checkpoint,
          onProgress: (done, total) => {
            if (total !== null) onProgress({ done, total, unit: 'bytes' });
          },
        }),
    });
  }

  async function tryAgain(path: string): Promise<Job> {
    const stamp = await stampFile(path);
    if (stamp !== null) await fileIndex.remember(path, stamp, { crash: null, tried: false });
    return load(path);
  }

  function check(path: string): Job {
    return jobs.start({
      kind: 'check-model',
      title: `Check ${basename(path)}`,
      lane: 'engine',
      work: async ({ id, signal, onProgress }) => {
        const tell = (done: number) => onProgress({ done, total: 1, unit: 'fraction' });
        // Asked at its turn: a load that a person chose before it is over by now.
        const before = engine.loadedWith();
        const giveBack = (): void => {
          const here = engine.loadedWith();
          // What somebody else loaded meanwhile stays.
          if (before !== null && before.path !== path && (here === null || here.path === path)) load(before.path);
        };
        try {
          if (before?.path !== path) {
            const run = { job: id, signal, onProgress: (done: number) => tell(done * LOADING_SHARE) };
            await engine.load(path, settings.get().engine, run);
          }
          const checked = engine.loadedWith();
          const stamp = await stampFile(path);
          if (stamp === null) throw missing(path);
          const header = await describeKnown(path, stamp, fileIndex);
          const onChecked = (done: number) => tell(LOADING_SHARE + done * (1 - LOADING_SHARE));
          const found = await checkModel(engine, header, { signal, now, onProgress: onChecked });
          if (engine.loadedWith() !== checked) throw exchanged(path);
          await fileIndex.remember(path, stamp, { check: found });
        } catch (error) {
          // The job says what failed; who was asked to stop, as at the end of the app, begins nothing.
          if (!signal.aborted) giveBack();
          throw error;
        }
        giveBack();
      },
    });
  }

  async function loadAtStart(): Promise<void> {
    const last = settings.get().last_model;
    const left = await marker.takeLeft();
    if (last !== null && left.includes(last)) {
      // It goes through its trial again when a person loads it.
      const stamp = await stampFile(last);
      if (stamp !== null) await fileIndex.remember(last, stamp, { tried: false });
      engine.fail(last, diedLoading(last));
      return;
    }
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

  return { load, fetchStarter, makeVariants, hash, tryAgain, check, cancelLoads, loadAtStart };
}

/** Of a check that has to load first: as long as scoring, more or less. */
const LOADING_SHARE = 0.4;

function diedLoading(path: string): Fault {
  return new Fault(
    'ENGINE_FAILED',
    `The app ended while ${basename(path)} was being loaded, so it is not loaded by itself this time.`,
    'Load it again when you want to: it is tried in a process of its own first. Or choose another model.',
  );
}

function exchanged(path: string): Fault {
  return new Fault(
    'CONFLICT',
    `Another model was loaded while ${basename(path)} was being checked, so nothing was learnt about it.`,
    'Check it again when nothing else needs the engine.',
  );
}

function missing(path: string): Fault {
  return new Fault(
    'MODEL_MISSING',
    `The model that was used last is not at ${path} any more.`,
    'Choose another model, or put the file back and load it again.',
  );
}
