import type { SampleEdit } from '../../../workbench/contract/samples.ts';

/** What one step did, for the words of undo and for going back to where it was. */
export interface EditStep {
  /** As in `label t-017 billing`. */
  words: string;
  /** The sample that it is about; null for several. */
  sample: string | null;
}

interface DoneStep extends EditStep {
  /** What takes it back, or does it again. */
  edits: SampleEdit[];
}

export interface EditState {
  /** Words of the step that undo takes back, and of the one that redo does again; null when there is none. */
  undo: string | null;
  redo: string | null;
  /** Edits that are not on disk yet. */
  pending: number;
}

/** Edits of one set in their order, with what takes them back. */
export interface EditHistory {
  /** Resolves when it is on disk: true; false when it failed, which was told. */
  apply(edits: SampleEdit[], step: EditStep): Promise<boolean>;
  /** The step that was taken back; null when there was none or it failed. */
  undo(): Promise<EditStep | null>;
  redo(): Promise<EditStep | null>;
  state(): EditState;
  subscribe(listener: () => void): () => void;
}

export interface EditHistoryParts {
  /** Stores edits; the answer takes them back. */
  store: (edits: SampleEdit[]) => Promise<SampleEdit[]>;
  /** Shows edits before they are stored, so that a key press answers at once. */
  show: (edits: readonly SampleEdit[]) => void;
  /** Storing failed: what is shown may be wrong. */
  onFailure: (error: unknown) => void;
}

/** Steps kept: more than a sitting has. */
const MAX_STEPS = 1000;

/** Edits are stored one after the other, however fast they come; a new one ends what could be done again. */
export function createEditHistory({ store, show, onFailure }: EditHistoryParts): EditHistory {
  const past: DoneStep[] = [];
  const future: DoneStep[] = [];
  const listeners = new Set<() => void>();
  let state: EditState = { undo: null, redo: null, pending: 0 };
  let last: Promise<unknown> = Promise.resolve();

  function changed(pending: number): void {
    state = { undo: past.at(-1)?.words ?? null, redo: future.at(-1)?.words ?? null, pending };
    for (const listener of listeners) listener();
  }

  /** Runs after everything before it; what fails there does not hinder what follows. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function storeStep(edits: SampleEdit[]): Promise<SampleEdit[] | null> {
    changed(state.pending + 1);
    try {
      return await store(edits);
    } catch (error) {
      onFailure(error);
      return null;
    } finally {
      changed(state.pending - 1);
    }
  }

  function move(from: DoneStep[], to: DoneStep[]): Promise<EditStep | null> {
    return inTurn(async () => {
      const step = from.at(-1);
      if (step === undefined) return null;
      show(step.edits);
      const back = await storeStep(step.edits);
      if (back === null) return null;
      from.pop();
      to.push({ ...step, edits: back });
      changed(state.pending);
      return { words: step.words, sample: step.sample };
    });
  }

  return {
    apply(edits, step) {
      show(edits);
      return inTurn(async () => {
        const back = await storeStep(edits);
        if (back === null) return false;
        past.push({ ...step, edits: back });
        if (past.length > MAX_STEPS) past.shift();
        future.length = 0;
        changed(state.pending);
        return true;
      });
    },
    undo: () => move(past, future),
    redo: () => move(future, past),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
