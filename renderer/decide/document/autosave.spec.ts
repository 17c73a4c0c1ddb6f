import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaultCode } from '../../../adapter/fault.ts';
import type { DecisionDocument } from '../../../workbench/contract/decision-document.ts';
import type { Draft } from '../draft/draft-change.ts';
import { newDraft } from '../draft/new-draft.ts';
import { createAutosave, RETRY_DELAY_MS, SAVE_DELAY_MS } from './autosave.ts';

const opened: DecisionDocument = {
  format: 1,
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Route',
  draft: newDraft(),
  revision: 3,
  created_at: '2025-01-01T00:00:00.000Z',
  changed_at: '2025-01-01T00:00:00.000Z',
};

function named(name: string): Draft {
  return { name, draft: opened.draft };
}

function fault(code: FaultCode): ORPCError<string, unknown> {
  return new ORPCError('FAULT', { status: 400, data: { code, message: 'It failed.', next: 'Try again.', fields: [] } });
}

/** A store of one document that checks revisions, as the workbench's does. */
function fakeStore() {
  let stored = opened;
  const kept: string[] = [];
  let failing: Error | null = null;
  let gate: Promise<void> = Promise.resolve();
  const save = vi.fn(async (asked: { id: string; revision: number; name: string; draft: Draft['draft'] }) => {
    await gate;
    if (failing !== null) throw failing;
    if (asked.revision !== stored.revision) throw fault('CONFLICT');
    stored = { ...stored, name: asked.name, draft: asked.draft, revision: stored.revision + 1 };
    return stored;
  });
  return {
    decisions: {
      save,
      get: async () => stored,
      keepVersion: async ({ label }: { id: string; label: string | null }) => {
        kept.push(`${stored.name}: ${label}`);
        return { revision: stored.revision, at: stored.changed_at, name: stored.name, label, draft: stored.draft };
      },
    },
    save,
    kept,
    current: () => stored,
    changeElsewhere: (name: string) => {
      stored = { ...stored, name, revision: stored.revision + 1 };
    },
    fail: (error: Error | null) => {
      failing = error;
    },
    hold: () => {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a burst of changes is one write, and then it is saved', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  for (const name of ['R', 'Ro', 'Rou']) autosave.change(named(name));
  expect(autosave.state().status).toBe('unsaved');
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(store.save).toHaveBeenCalledTimes(1);
  expect(store.current().name).toBe('Rou');
  expect(autosave.state().status).toBe('saved');
});

test('what is typed during a write is written after it, from the new revision', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  const release = store.hold();
  autosave.change(named('first'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(autosave.state().status).toBe('saving');
  autosave.change(named('second'));
  release();
  await autosave.flush();
  expect(store.current()).toMatchObject({ name: 'second', revision: 5 });
  expect(autosave.state().status).toBe('saved');
});

test('a change that is undone before the write costs none', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  autosave.change(named('x'));
  autosave.change(named('Route'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS * 2);
  expect(store.save).not.toHaveBeenCalled();
  expect(autosave.state().status).toBe('saved');
});

test('a failed write is told and tried again by itself', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  store.fail(fault('IO_FAILED'));
  autosave.change(named('kept'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(autosave.state()).toMatchObject({ status: 'failed', fault: { code: 'IO_FAILED' } });
  store.fail(null);
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(store.current().name).toBe('kept');
  expect(autosave.state().status).toBe('saved');
});

test('after a change elsewhere nothing is written until a person chose', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  store.changeElsewhere('theirs');
  autosave.change(named('mine'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(autosave.state()).toMatchObject({ status: 'conflict', stored: { name: 'theirs' } });
  autosave.change(named('mine too'));
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(store.current().name).toBe('theirs');

  await autosave.keepMine();
  expect(store.kept).toEqual(['theirs: Before it was overwritten']);
  expect(store.current().name).toBe('mine too');
  expect(autosave.state().status).toBe('saved');
});

test('taking what is stored ends the conflict without a write', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  store.changeElsewhere('theirs');
  autosave.change(named('mine'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  const taken = autosave.takeStored();
  expect(taken?.name).toBe('theirs');
  autosave.change(named('theirs, edited'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(store.current().name).toBe('theirs, edited');
});

test('a write whose answer was lost is no conflict', async () => {
  const store = fakeStore();
  const autosave = createAutosave(store.decisions, opened);
  store.changeElsewhere('same');
  autosave.change(named('same'));
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(autosave.state().status).toBe('saved');
});
