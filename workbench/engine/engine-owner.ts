import { basename } from 'node:path';
import { defaultSettingsFor } from '../../adapter/configuration/default-settings.ts';
import { asFault, Fault } from '../../adapter/fault.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import type { Scorer } from '../../adapter/score/scorer.ts';
import type { EngineState } from '../contract/models.ts';
import { type FileStamp, stampFile } from '../models/file-index.ts';
import { describeKnown } from '../models/model-library.ts';
import type { ChooseSettings, CreateEngineOwner, LoadedWith } from './owner.ts';
import { createSerialQueue } from './serial-queue.ts';
import { loadCancelled, tryUnknownFile } from './try-unknown-file.ts';

type Ready = Extract<EngineState, { status: 'ready' }>;

/** What is loaded, and the file as it was then. */
interface Loaded {
  path: string;
  stamp: FileStamp;
  /** How it was loaded; another object for each load. */
  as: LoadedWith;
  scorer: Scorer;
  ready: Ready;
}

/** The engine's owner: see EngineOwner. `open` loads a model; tests pass one of their own. */
export const createEngineOwner: CreateEngineOwner = ({ tryModel, fileIndex, open = openScorer }) => {
  const inOrder = createSerialQueue();
  const listeners = new Set<(state: EngineState) => void>();
  const closing = new AbortController();
  let state: EngineState = { status: 'empty' };
  let loaded: Loaded | null = null;

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
    if (now?.bytes === stamp.bytes && now.mtimeMs === stamp.mtimeMs) return loaded;
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

  async function use<T>(choose: ChooseSettings, work: (model: Loaded, settings: Chosen) => Promise<T>): Promise<T> {
    const model = await requireLoaded();
    const settings = typeof choose === 'function' ? choose(model.ready.defaults) : choose;
    try {
      return await work(model, settings);
    } catch (error) {
      const fault = asFault(error);
      throw endsTheEngine(fault) ? await failWith(model.path, fault) : fault;
    }
  }

  return {
    state: () => state,
    loadedWith: () => loaded?.as ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: (path, settings, run) =>
      turn(run.signal, async (signal) => {
        const file = basename(path);
        if (signal.aborted) throw loadCancelled(file);
        const before = state;
        enter({ status: 'loading', path, job: run.job });
        try {
          const stamp = await stampFile(path);
          if (stamp === null) throw new Fault('MODEL_MISSING', `There is no file ${path}.`, 'Choose another model.');
          const header = await describeKnown(path, stamp, fileIndex);
          await tryUnknownFile(path, stamp, { tryModel, fileIndex, signal });
          if (signal.aborted) throw loadCancelled(file);
          await dispose();
          const known = await fileIndex.look(path, stamp);
          const scorer = await open({
            modelPath: path,
            settings,
            modelSha256: known?.sha256 ?? undefined,
            signal,
            onProgress: run.onProgress,
          });
          const ready: Ready = {
            status: 'ready',
            path,
            model: scorer.model,
            report: scorer.engine,
            load_seconds: scorer.loadSeconds,
            scoring: false,
            defaults: defaultSettingsFor({
              sha256: scorer.model.sha256,
              parameterCount: header.parameters ?? 0,
              hasChatTemplate: header.chat_template !== 'none',
            }),
            chat_template: header.chat_template,
          };
          loaded = { path, stamp, as: { path, settings: { ...settings } }, scorer, ready };
          await fileIndex.remember(path, stamp, { sha256: scorer.model.sha256, tried: true });
          enter(ready);
        } catch (error) {
          const fault = asFault(error);
          if (fault.code !== 'CANCELLED') throw await failWith(path, fault);
          enter(loaded === null ? { status: 'empty' } : before);
          throw fault;
        }
      }),
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
    unload: () =>
      turn(undefined, async () => {
        await dispose();
        enter({ status: 'empty' });
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
