import { expect, test } from 'vitest';
import type { Draft } from './draft-change.ts';
import {
  COALESCE_MS,
  type DraftAction,
  type DraftState,
  draftReducer,
  MAX_UNDO_STEPS,
  openDraft,
} from './draft-reducer.ts';
import { newDraft } from './new-draft.ts';

const start: Draft = { name: 'Route', draft: newDraft() };

function play(actions: DraftAction[], from: DraftState = openDraft(start)): DraftState {
  return actions.reduce(draftReducer, from);
}

function type(text: string, at: number): DraftAction {
  return { type: 'change', change: { type: 'evidence', evidence: { text } }, at };
}

const undo: DraftAction = { type: 'undo' };
const redo: DraftAction = { type: 'redo' };

test('typing without a rest is one step of undo', () => {
  const typed = play([type('a', 0), type('ab', 200), type('abc', 400)]);
  expect(typed.present.draft.evidence.text).toBe('abc');
  expect(play([undo], typed).present).toEqual(start);
});

test('a rest begins a new step', () => {
  const typed = play([type('a', 0), type('ab', COALESCE_MS + 1)]);
  expect(play([undo], typed).present.draft.evidence.text).toBe('a');
});

test('typing into another field begins a new step', () => {
  const typed = play([
    type('a', 0),
    { type: 'change', change: { type: 'question-text', question: 0, text: 'Q' }, at: 10 },
    type('ab', 20),
  ]);
  const once = play([undo], typed);
  expect(once.present.draft.evidence.text).toBe('a');
  expect(once.present.draft.questions[0]?.question).toBe('Q');
  expect(play([undo], once).present.draft.questions[0]?.question).toBe('');
});

test('a structural change is a step even at once after typing', () => {
  const changed = play([
    { type: 'change', change: { type: 'option-id', question: 0, option: 0, id: 'a' }, at: 0 },
    { type: 'change', change: { type: 'option-add', question: 0, at: 2 }, at: 1 },
    { type: 'change', change: { type: 'option-add', question: 0, at: 3 }, at: 2 },
  ]);
  expect(changed.past).toHaveLength(3);
});

test('typing after an undo does not go into the step that was undone to', () => {
  const state = play([type('a', 0), type('ab', COALESCE_MS * 2), undo, type('ax', COALESCE_MS * 2 + 5)]);
  expect(play([undo], state).present.draft.evidence.text).toBe('a');
});

test('redo gives back exactly what undo took, and a change ends redo', () => {
  const typed = play([type('a', 0), type('b', 5000)]);
  expect(play([undo, undo, redo, redo], typed).present).toBe(typed.present);
  const changed = play([undo, type('c', 9000), redo], typed);
  expect(changed.present.draft.evidence.text).toBe('c');
});

test('undo and redo at their ends change nothing', () => {
  const state = openDraft(start);
  expect(play([undo, redo], state)).toBe(state);
});

test('a change that changes nothing is no step', () => {
  const state = openDraft(start);
  expect(play([{ type: 'change', change: { type: 'option-move', question: 0, from: 0, to: 0 }, at: 0 }], state)).toBe(
    state,
  );
  expect(play([{ type: 'change', change: { type: 'question-remove', question: 0 }, at: 0 }], state)).toBe(state);
});

test('a new question is selected, and the selection stays inside when it goes', () => {
  const added = play([{ type: 'change', change: { type: 'question-add' }, at: 0 }]);
  expect(added.selected).toBe(1);
  expect(play([undo], added).selected).toBe(0);
});

test('no more steps are kept than the limit says', () => {
  const actions = Array.from({ length: MAX_UNDO_STEPS + 20 }, (_, at) => type(`t${at}`, at * 5000));
  expect(play(actions).past).toHaveLength(MAX_UNDO_STEPS);
});

test('choosing a configuration is a step of its own, although it brings a temperature', () => {
  const scoring = (temperature: number, configuration?: string): DraftAction => ({
    type: 'change',
    change: {
      type: 'scoring',
      scoring: configuration === undefined ? { temperature } : { temperature, configuration },
    },
    at: 10,
  });
  const chosen = play([scoring(2), scoring(1.25, 'abc')]);
  expect(chosen.present.draft.scoring).toMatchObject({ temperature: 1.25, configuration: 'abc' });
  expect(play([undo], chosen).present.draft.scoring).toMatchObject({ temperature: 2, configuration: null });
});
