import { asFault, Fault } from '../../../adapter/fault.ts';
import { listIssues } from '../../store/read-document.ts';
import type { Workspace } from '../../store/workspace.ts';
import { type Origin, uuidV7 } from '../../uuid-v7.ts';
import { createPacer, type Pacer } from '../pacer.ts';
import type { Sample } from '../sample.ts';
import { MAX_SAMPLES } from '../sample-limits.ts';
import { DEFAULT_TUNE_SHARE, type SampleSet, sampleSetSchema } from '../sample-set.ts';
import {
  applyChanges,
  checkChanges,
  hasPlace,
  MAX_CHANGES_OF_EDIT,
  refuseChanges,
  type SampleChange,
  sampleChangeSchema,
} from './sample-change.ts';
import { openSampleFiles } from './sample-files.ts';

/** A set with its samples as they are now, in their order. */
export interface LoadedSamples {
  set: SampleSet;
  samples: ReadonlyMap<string, Sample>;
}

export type SampleStoreEvent = { what: 'sets' } | { what: 'samples'; id: string; changes: readonly SampleChange[] };

export interface SampleStore {
  /** Most recently changed first. */
  list(): SampleSet[];
  /** @throws Fault NOT_FOUND */
  get(id: string): SampleSet;
  /**
   * Resolves when set and samples are on disk; a set that is not wholly there is never listed.
   * @throws Fault INVALID_REQUEST, CANCELLED, IO_FAILED, WORKSPACE_LOCKED
   */
  create(
    set: Pick<SampleSet, 'name' | 'binding'> & { tune_share?: number },
    samples: readonly Sample[],
    signal?: AbortSignal,
  ): Promise<SampleSet>;
  /** The samples; the sets that were asked for stay in memory. @throws Fault NOT_FOUND, FILE_DAMAGED, IO_FAILED */
  load(id: string, signal?: AbortSignal): Promise<LoadedSamples>;
  /**
   * Makes changes in one step: all of them, or none. Resolves when they are on disk.
   * @throws Fault INVALID_REQUEST with the changes at fault, NOT_FOUND, IO_FAILED, WORKSPACE_LOCKED
   */
  edit(id: string, changes: readonly SampleChange[]): Promise<void>;
  /** Renames a set, binds it to a changed question, or changes its share. */
  update(id: string, change: Partial<Pick<SampleSet, 'name' | 'binding' | 'tune_share'>>): Promise<SampleSet>;
  /** Moves the set into the workspace's `trash/`. */
  remove(id: string): Promise<void>;
  /** Returns the end of the subscription. */
  onChange(listener: (event: SampleStoreEvent) => void): () => void;
}

/** Edits that are kept as lines before they go into the samples' own file: as many as are read in a blink. */
const MAX_EDIT_LINES = 20_000;

/** Reads what sample sets a workspace has; those that cannot be read are named in it and left alone. */
export async function openSamples(workspace: Workspace, origin: Origin): Promise<SampleStore> {
  const files = openSampleFiles(workspace);
  const sets = new Map<string, SampleSet>();
  const loaded = new Map<string, Promise<{ samples: Map<string, Sample>; edits: number }>>();
  const listeners = new Set<(event: SampleStoreEvent) => void>();

  for (const id of await files.ids()) {
    try {
      await files.clearTemporary(id);
      const set = await files.readSet(id);
      if (set === null) await files.removeUnacknowledged(id);
      else sets.set(id, set);
    } catch (error) {
      workspace.damaged.push(asFault(error));
    }
  }

  const announce = (event: SampleStoreEvent): void => {
    for (const listener of listeners) listener(event);
  };

  function get(id: string): SampleSet {
    const set = sets.get(id);
    if (set === undefined) throw new Fault('NOT_FOUND', `There is no sample set ${id}.`, 'Choose one of the list.');
    return set;
  }

  /** One change of a set at a time, and none once the lock is lost. */
  function change<T>(id: string, work: () => Promise<T>): Promise<T> {
    return workspace.queue.run(`samples/${id}`, async () => {
      workspace.assertWritable();
      return work();
    });
  }

  async function readAll(id: string, pace: Pacer) {
    const samples = new Map<string, Sample>();
    for (const sample of await files.readSamples(id, pace)) samples.set(sample.id, sample);
    const edits = await files.readEdits(id);
    for (const { changes } of edits) {
      applyChanges(samples, changes);
      await pace();
    }
    return { samples, edits: edits.length };
  }

  function load(id: string, pace: Pacer = createPacer()) {
    const known = loaded.get(id);
    if (known !== undefined) return known;
    const reading = readAll(id, pace);
    loaded.set(id, reading);
    // What failed (or was cancelled) is tried again the next time.
    reading.catch(() => loaded.delete(id));
    return reading;
  }

  /** Writes all samples anew; a kill in between leaves edits that are done twice, which changes nothing. */
  async function rewrite(id: string, samples: Map<string, Sample>): Promise<void> {
    await files.writeSamples(id, samples.values(), createPacer());
    await files.clearEdits(id);
  }

  async function touch(set: SampleSet): Promise<SampleSet> {
    const changed = { ...set, changed_at: origin.now().toISOString() };
    await files.writeSet(changed);
    sets.set(set.id, changed);
    announce({ what: 'sets' });
    return changed;
  }

  return {
    list: () => [...sets.values()].sort(byChange),
    get,
    create({ name, binding, tune_share = DEFAULT_TUNE_SHARE }, samples, signal) {
      const id = uuidV7(origin);
      const at = origin.now().toISOString();
      return change(id, async () => {
        const set = checkSet({ format: 1, id, name, binding, tune_share, created_at: at, changed_at: at });
        const byId = new Map<string, Sample>();
        const pace = createPacer(signal);
        for (const sample of samples) {
          const faults = checkChanges(byId, binding, [{ do: 'add', sample }]);
          if (faults.length > 0) throw refuseChanges(faults);
          byId.set(sample.id, sample);
          await pace();
        }
        if (byId.size > MAX_SAMPLES) throw tooMany(byId.size);
        await files.makeFolder(id);
        try {
          await files.writeSamples(id, byId.values(), pace);
          // The set's own file is the last one: without it the folder is nothing.
          await files.writeSet(set);
        } catch (error) {
          await files.removeUnacknowledged(id).catch(() => undefined);
          throw error;
        }
        sets.set(id, set);
        loaded.set(id, Promise.resolve({ samples: byId, edits: 0 }));
        announce({ what: 'sets' });
        return set;
      });
    },
    async load(id, signal) {
      const set = get(id);
      const { samples } = await load(id, createPacer(signal));
      return { set, samples };
    },
    edit(id, changes) {
      return change(id, async () => {
        const set = get(id);
        const state = await load(id);
        const { samples } = state;
        const parsed = changes.map((one, index) => checkChange(one, index));
        const faults = checkChanges(samples, set.binding, parsed);
        if (faults.length > 0) throw refuseChanges(faults);
        const added = parsed.filter((one) => one.do === 'add').length;
        if (samples.size + added > MAX_SAMPLES) throw tooMany(samples.size + added);
        if (parsed.length > MAX_CHANGES_OF_EDIT || parsed.some(hasPlace)) {
          // What is kept as lines goes into the file first: after a kill it must not be done again over this step.
          if (state.edits > 0) await rewrite(id, samples);
          state.edits = 0;
          const next = new Map(samples);
          applyChanges(next, parsed);
          await files.writeSamples(id, next.values(), createPacer());
        } else {
          await files.appendEdit(id, { at: origin.now().toISOString(), changes: parsed });
          state.edits += 1;
        }
        applyChanges(samples, parsed);
        announce({ what: 'samples', id, changes: parsed });
        if (state.edits > MAX_EDIT_LINES) {
          await rewrite(id, samples);
          state.edits = 0;
        }
      });
    },
    update(id, changed) {
      return change(id, () => touch(checkSet({ ...get(id), ...changed })));
    },
    remove(id) {
      return change(id, async () => {
        get(id);
        await files.moveToTrash(id);
        sets.delete(id);
        loaded.delete(id);
        announce({ what: 'sets' });
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function checkSet(set: SampleSet): SampleSet {
  const parsed = sampleSetSchema.safeParse(set);
  if (parsed.success) return parsed.data;
  const fields = listIssues(parsed.error);
  const [first] = fields;
  throw new Fault(
    'INVALID_REQUEST',
    `The sample set breaks a rule: ${first?.path ?? ''} ${first?.message ?? ''}`,
    'Correct that field.',
    { fields },
  );
}

function checkChange(change: SampleChange, index: number): SampleChange {
  const parsed = sampleChangeSchema.safeParse(change);
  if (parsed.success) return parsed.data;
  throw refuseChanges(
    listIssues(parsed.error).map(({ path, message }) => ({ path: `changes[${index}].${path}`, message })),
  );
}

function tooMany(count: number): Fault {
  return new Fault(
    'INVALID_REQUEST',
    `A set has at most ${MAX_SAMPLES} samples, and this would be ${count}.`,
    'Split them into several sets.',
  );
}

function byChange(a: SampleSet, b: SampleSet): number {
  return b.changed_at.localeCompare(a.changed_at) || b.id.localeCompare(a.id);
}
