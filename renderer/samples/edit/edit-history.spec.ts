import { expect, test, vi } from 'vitest';
import type { SampleEdit } from '../../../workbench/contract/samples.ts';
import { createEditHistory } from './edit-history.ts';

/** A store of labels that answers as the workbench does, and fails when told. */
function openStore() {
  const labels = new Map<string, string | null>([
    ['s-1', null],
    ['s-2', null],
  ]);
  const failures: unknown[] = [];
  const shown: (readonly SampleEdit[])[] = [];
  let failing = false;
  const history = createEditHistory({
    async store(edits) {
      await Promise.resolve();
      if (failing) throw new Error('The disk is full.');
      return edits.map((edit): SampleEdit => {
        if (edit.edit !== 'change') throw new Error('Only changes here.');
        const before = labels.get(edit.id) ?? null;
        labels.set(edit.id, edit.change.label ?? null);
        return { edit: 'change', id: edit.id, change: { label: before } };
      });
    },
    show: (edits) => shown.push(edits),
    onFailure: (error) => failures.push(error),
  });
  const label = (id: string, option: string | null) =>
    history.apply([{ edit: 'change', id, change: { label: option } }], { words: `label ${id}`, sample: id });
  return { labels, history, label, failures, shown, fail: (is: boolean) => (failing = is) };
}

test('an edit is shown before it is stored', async () => {
  const { label, shown, labels } = openStore();
  const stored = label('s-1', 'billing');
  expect(shown).toHaveLength(1);
  expect(labels.get('s-1')).toBeNull();
  expect(await stored).toBe(true);
  expect(labels.get('s-1')).toBe('billing');
});

test('undo goes back step by step, and redo forward again', async () => {
  const { labels, history, label } = openStore();
  await label('s-1', 'billing');
  await label('s-1', 'sales');
  await label('s-2', 'sales');
  expect(history.state().undo).toBe('label s-2');
  expect(await history.undo()).toEqual({ words: 'label s-2', sample: 's-2' });
  expect(await history.undo()).toEqual({ words: 'label s-1', sample: 's-1' });
  expect(Object.fromEntries(labels)).toEqual({ 's-1': 'billing', 's-2': null });
  await history.undo();
  expect(await history.undo()).toBeNull();
  expect(Object.fromEntries(labels)).toEqual({ 's-1': null, 's-2': null });
  for (let step = 0; step < 4; step += 1) await history.redo();
  expect(Object.fromEntries(labels)).toEqual({ 's-1': 'sales', 's-2': 'sales' });
  expect(history.state()).toEqual({ undo: 'label s-2', redo: null, pending: 0 });
});

test('a new edit ends what could be done again', async () => {
  const { history, label, labels } = openStore();
  await label('s-1', 'billing');
  await history.undo();
  await label('s-1', 'sales');
  expect(history.state().redo).toBeNull();
  expect(await history.redo()).toBeNull();
  expect(labels.get('s-1')).toBe('sales');
});

test('edits and an undo that come faster than the disk stay in order', async () => {
  const { history, label, labels } = openStore();
  const all = [label('s-1', 'billing'), label('s-1', 'sales'), history.undo(), label('s-2', 'sales')];
  await Promise.all(all);
  expect(Object.fromEntries(labels)).toEqual({ 's-1': 'billing', 's-2': 'sales' });
  await history.undo();
  await history.undo();
  expect(Object.fromEntries(labels)).toEqual({ 's-1': null, 's-2': null });
});

test('what failed is told and is no step; the steps before it can still be taken back', async () => {
  const { history, label, labels, failures, fail } = openStore();
  await label('s-1', 'billing');
  fail(true);
  expect(await label('s-1', 'sales')).toBe(false);
  expect(await history.undo()).toBeNull();
  expect(failures).toHaveLength(2);
  expect(history.state()).toEqual({ undo: 'label s-1', redo: null, pending: 0 });
  fail(false);
  await history.undo();
  expect(labels.get('s-1')).toBeNull();
});

test('listeners hear of every state', async () => {
  const { history, label } = openStore();
  const listener = vi.fn();
  const stop = history.subscribe(listener);
  await label('s-1', 'billing');
  expect(listener).toHaveBeenCalled();
  stop();
  listener.mockClear();
  await label('s-1', 'sales');
  expect(listener).not.toHaveBeenCalled();
});
