import type { FaultData } from '../../../adapter/fault.ts';
import type { DecisionDocument } from '../../../workbench/contract/decision-document.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import type { WorkbenchClient } from '../../app/connection/workbench-client.ts';
import type { Draft } from '../draft/draft-change.ts';

export type SaveState =
  | { status: 'saved' }
  | { status: 'unsaved' }
  | { status: 'saving' }
  | { status: 'failed'; fault: FaultData }
  /** Somebody else saved in between; nothing is written until a person chose. */
  | { status: 'conflict'; stored: DecisionDocument };

/** Long enough that a burst of typing is one write, short enough that a crash costs a word. */
export const SAVE_DELAY_MS = 600;
/** A write that failed is tried again by itself. */
export const RETRY_DELAY_MS = 5000;

export interface Autosave {
  /** Tells what the document should be; written soon. */
  change: (draft: Draft) => void;
  /** Writes now what is not written; resolves when nothing is pending any more (or a person must choose). */
  flush: () => Promise<void>;
  /** Ends a conflict in favour of what is on screen; the other state goes into the history first. */
  keepMine: () => Promise<void>;
  /** Ends a conflict in favour of what is stored, which is returned. */
  takeStored: () => DecisionDocument | null;
  state: () => SaveState;
  subscribe: (listener: () => void) => () => void;
}

type Decisions = Pick<WorkbenchClient['decisions'], 'save' | 'get' | 'keepVersion'>;

/** Saves one document as it changes: one write at a time, each naming the revision that it started from. */
export function createAutosave(decisions: Decisions, opened: DecisionDocument): Autosave {
  let revision = opened.revision;
  let saved: Draft = { name: opened.name, draft: opened.draft };
  let latest = saved;
  let state: SaveState = { status: 'saved' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  const become = (next: SaveState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const plan = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };

  async function write(): Promise<void> {
    const sent = latest;
    become({ status: 'saving' });
    try {
      const stored = await decisions.save({ id: opened.id, revision, name: sent.name, draft: sent.draft });
      revision = stored.revision;
      saved = sent;
      if (sameDraft(latest, saved)) become({ status: 'saved' });
      else await write();
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === 'CONFLICT') await meetConflict();
      else {
        become({ status: 'failed', fault });
        plan(RETRY_DELAY_MS);
      }
    }
  }

  async function meetConflict(): Promise<void> {
    try {
      const stored = await decisions.get({ id: opened.id });
      if (sameDraft(stored, latest)) {
        // The other write said the same (a retry whose first answer was lost): nothing to choose.
        revision = stored.revision;
        saved = latest;
        become({ status: 'saved' });
      } else become({ status: 'conflict', stored });
    } catch (error) {
      become({ status: 'failed', fault: faultOf(error) });
      plan(RETRY_DELAY_MS);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (writing !== null) return writing;
    if (state.status === 'conflict' || sameDraft(latest, saved)) return Promise.resolve();
    writing = write().finally(() => {
      writing = null;
    });
    return writing;
  }

  return {
    change: (draft) => {
      latest = draft;
      if (state.status === 'conflict' || writing !== null) return;
      if (sameDraft(latest, saved)) {
        clearTimeout(timer);
        if (state.status !== 'saved') become({ status: 'saved' });
        return;
      }
      if (state.status !== 'unsaved') become({ status: 'unsaved' });
      plan(SAVE_DELAY_MS);
    },
    flush,
    keepMine: async () => {
      if (state.status !== 'conflict') return;
      try {
        await decisions.keepVersion({ id: opened.id, label: 'Before it was overwritten' });
        revision = (await decisions.get({ id: opened.id })).revision;
      } catch (error) {
        become({ status: 'failed', fault: faultOf(error) });
        return;
      }
      become({ status: 'unsaved' });
      await flush();
    },
    takeStored: () => {
      if (state.status !== 'conflict') return null;
      const { stored } = state;
      revision = stored.revision;
      saved = { name: stored.name, draft: stored.draft };
      latest = saved;
      become({ status: 'saved' });
      return stored;
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function sameDraft(one: Draft, other: Draft): boolean {
  return (
    one.name === other.name && (one.draft === other.draft || JSON.stringify(one.draft) === JSON.stringify(other.draft))
  );
}
