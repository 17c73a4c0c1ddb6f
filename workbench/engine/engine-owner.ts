import { basename } from 'node:path';
import { asFault, Fault } from '../../adapter/fault.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import type { EngineState } from '../contract/models.ts';
import { isSameStamp, stampFile } from '../models/stamp-file.ts';
import { type Loaded, type LoadParts, loadFile } from './load-file.ts';
import type { ChooseSettings, CreateEngineOwner, LoadedWith, LoadRun } from './owner.ts';
import { createSerialQueue } from './serial-queue.ts';
import { loadCancelled } from './try-unknown-file.ts';

/** The engine's owner: see EngineOwner. `open` loads a model; tests pass one of their own. */
export const createEngineOwner: CreateEngineOwner = (options) => {
  const { now = () => new Date() } = options;
  const inOrder = createSerialQueue();
  const listeners = new Set<(state: EngineState) => void>();
  const closing = new AbortController();
  let state: EngineState = { status: 'empty' };
  let loaded: Loaded | null = null;
  /** What the owner unloaded by itself, to be loaded again when it is needed. */
  let setAside: LoadedWith | null = null;
  let lastUsed = now().getTime();
  const parts: LoadParts = {
    tryModel: options.tryModel,
    fileIndex: options.fileIndex,
    open: options.open ?? openScorer,
    marker: options.marker,
    devices: options.devices,
    originOf: options.originOf,
    now,
    makeRoom: dispose,
  };

  function enter(next: EngineState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  /** A turn in the queue. What waits when the owner closes is refused. */
  function turn<T>(signal: AbortSignal | undefined, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
    return inOrder(() => {
      if (closing.signal.aborted) throw closed();
      return task(either);
    });
  }

  async function dispose(): Promise<void> {
    const { scorer } = loaded ?? {};
    loaded = null;
    await scorer?.dispose();
  }

  async function failWith(path: string, error: unknown): Promise<Fault> {
    const fault = asFault(error);
    await dispose().catch(() => undefined);
    enter({ status: 'failed', path, fault: fault.toData() });
    return fault;
  }

  /** The model in memory, as long as its file is the one that was loaded: the engine reads it as it goes. */
  async function requireLoaded(): Promise<Loaded> {
    if (loaded === null) throw noModel(state);
    const { path, stamp } = loaded;
    const now = await stampFile(path);
    if (now !== null && isSameStamp(now, stamp)) return loaded;
    const file = basename(path);
    const fault =
      now === null
        ? new Fault(
            'MODEL_MISSING',
            `${file} is not at ${path} any more.`,
            'Put it back and load it, or choose another.',
          )
        : new Fault('MODEL_MISSING', `${file} was changed after it was loaded.`, 'Load it again.');
    throw await failWith(path, fault);
  }

  /** Loads in the caller's turn. */
  async function loadNow(path: string, settings: LoadedWith['settings'], run: LoadRun): Promise<void> {
    if (run.signal.aborted) throw loadCancelled(basename(path));
    const before = state;
    enter({ status: 'loading', path, job: run.job });
    try {
      loaded = await loadFile(path, settings, run, parts);
      setAside = null;
      lastUsed = now().getTime();
      enter(loaded.ready);
    } catch (error) {
      const fault = asFault(error);
      if (fault.code !== 'CANCELLED') throw await failWith(path, fault);
      enter(loaded === null ? { status: 'empty' } : before);
      throw fault;
    }
  }

  async function unloadNow(unloaded?: Extract<EngineState, { status: 'empty' }>['unloaded']): Promise<void> {
    const as = loaded?.as ?? null;
    await dispose();
    setAside = unloaded === undefined ? null : as;
    enter(unloaded === undefined ? { status: 'empty' } : { status: 'empty', unloaded });
  }

  async function use<T>(choose: ChooseSettings, work: (model: Loaded, settings: Chosen) => Promise<T>): Promise<T> {
    if (loaded === null && setAside !== null && state.status === 'empty') {
      const { path, settings } = setAside;
      await loadNow(path, settings, { job: '', signal: closing.signal, onProgress: () => undefined });
    }
    const model = await requireLoaded();
    const settings = typeof choose === 'function' ? choose(model.ready.defaults) : choose;
    try {
      return await work(model, settings);
    } catch (error) {
      const fault = asFault(error);
      throw endsTheEngine(fault) ? await failWith(model.path, fault) : fault;
    } finally {
      lastUsed = now().getTime();
    }
  }

  return {
    state: () => state,
    loadedWith: () => loaded?.as ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lastUsed: () => lastUsed,
    load: (path, settings, run) => turn(run.signal, (signal) => loadNow(path, settings, { ...run, signal })),
    score: (decisions, choose, run) =>
      turn(run.signal, (signal) =>
        use(choose, async ({ scorer, ready }, settings) => {
          if (signal.aborted) throw new Fault('CANCELLED', 'Scoring was cancelled.', 'Score again.');
          if (run.quiet !== true) enter({ ...ready, scoring: true });
          try {
            return await scorer.score(decisions, settings, { ...run, signal });
          } finally {
            if (run.quiet !== true) enter(ready);
          }
        }),
      ),
    prompt: (decision, choose) =>
      turn(undefined, () => use(choose, ({ scorer }, settings) => scorer.prompt(decision, settings))),
    unload: () => turn(undefined, () => unloadNow()),
    setAside: (reason, unusedSince) =>
      turn(undefined, async () => {
        // What waited before this turn may have used it.
        if (loaded === null || (unusedSince !== undefined && lastUsed > unusedSince)) return false;
        await unloadNow({ path: loaded.path, reason, at: now().toISOString() });
        return true;
      }),
    fail(path, fault) {
      enter({ status: 'failed', path, fault: fault.toData() });
    },
    async close() {
      closing.abort(closed());
      await inOrder(dispose);
      if (state.status !== 'empty') enter({ status: 'empty' });
    },
  };
};

type Chosen = Exclude<ChooseSettings, (...args: never) => unknown>;

/** After these the engine's memory is in no known state. */
function endsTheEngine(fault: Fault): boolean {
  return fault.code === 'ENGINE_FAILED' || fault.code === 'OUT_OF_MEMORY';
}

function noModel(state: EngineState): Fault {
  const why = state.status === 'failed' ? `: ${state.fault.message}` : '.';
  return new Fault('NO_MODEL', `No model is loaded${why}`, 'Load a model; the starter can be fetched with one button.');
}

function closed(): Fault {
  return new Fault('CANCELLED', 'The application is closing.', 'Start it again.');
}
