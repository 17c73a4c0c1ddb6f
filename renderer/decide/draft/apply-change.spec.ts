import { expect, test } from 'vitest';
import type { OptionDraft } from '../../../workbench/contract/decision-document.ts';
import { applyChange, withDistinctHues } from './apply-change.ts';
import type { Draft, DraftChange } from './draft-change.ts';
import { newDraft } from './new-draft.ts';

function withOptions(options: OptionDraft[], kind: 'choice' | 'score' = 'choice'): Draft {
  const draft = newDraft();
  return { name: 'Route', draft: { ...draft, questions: [{ id: 'q', kind, question: 'Which?', options }] } };
}

const abc = withOptions([
  { id: 'a', description: 'A', hue: 0 },
  { id: 'b', description: 'B', hue: 1 },
  { id: 'c', description: 'C', hue: 2 },
]);

function optionsAfter(change: DraftChange, before: Draft = abc): OptionDraft[] {
  return applyChange(before, change).draft.questions[0]?.options ?? [];
}

function ids(options: OptionDraft[]): string {
  return options.map((option) => option.id).join('');
}

test('an option keeps its hue when it is moved, renamed and reversed', () => {
  expect(optionsAfter({ type: 'option-move', question: 0, from: 0, to: 2 }).map(({ id, hue }) => id + hue)).toEqual([
    'b1',
    'c2',
    'a0',
  ]);
  expect(optionsAfter({ type: 'options-reverse', question: 0 }).map(({ hue }) => hue)).toEqual([2, 1, 0]);
  expect(optionsAfter({ type: 'option-id', question: 0, option: 1, id: 'x' })[1]).toEqual({
    id: 'x',
    description: 'B',
    hue: 1,
  });
});

test('a new option takes the smallest hue that is free', () => {
  const removed = applyChange(abc, { type: 'option-remove', question: 0, option: 1 });
  const added = optionsAfter({ type: 'option-add', question: 0, at: 1 }, removed);
  expect(added.map(({ hue }) => hue)).toEqual([0, 1, 2]);
  expect(ids(added)).toBe('ac');
});

test('a move out of the list changes nothing', () => {
  expect(applyChange(abc, { type: 'option-move', question: 0, from: 0, to: 3 })).toBe(abc);
  expect(applyChange(abc, { type: 'option-move', question: 0, from: 0, to: -1 })).toBe(abc);
});

test('a pasted list is added after the options or takes their place, each with a hue of its own', () => {
  const options = [
    { id: 'x', description: 'X' },
    { id: 'y', description: 'Y' },
  ];
  const added = optionsAfter({ type: 'options-insert', question: 0, at: 3, options, replace: false });
  expect(ids(added)).toBe('abcxy');
  expect(new Set(added.map(({ hue }) => hue)).size).toBe(5);
  const replaced = optionsAfter({ type: 'options-insert', question: 0, at: 3, options, replace: true });
  expect(replaced.map(({ id, hue }) => id + hue)).toEqual(['x0', 'y1']);
});

test('a change of kind keeps what can be kept', () => {
  expect(ids(optionsAfter({ type: 'question-kind', question: 0, kind: 'score' }))).toBe('abc');
  expect(optionsAfter({ type: 'question-kind', question: 0, kind: 'yes-no' }).map(({ id }) => id)).toEqual([
    'yes',
    'no',
  ]);
  const two = applyChange(abc, { type: 'option-remove', question: 0, option: 2 });
  expect(ids(optionsAfter({ type: 'question-kind', question: 0, kind: 'yes-no' }, two))).toBe('ab');
});

test('a new question becomes yes and no without anything to fill in', () => {
  const added = applyChange(abc, { type: 'question-add' });
  const changed = applyChange(added, { type: 'question-kind', question: 1, kind: 'yes-no' });
  expect(changed.draft.questions[1]?.options.map(({ id }) => id)).toEqual(['yes', 'no']);
  const described = withOptions([
    { id: '', description: 'It is urgent.', hue: 0 },
    { id: '', description: 'It can wait.', hue: 1 },
  ]);
  const kept = optionsAfter({ type: 'question-kind', question: 0, kind: 'yes-no' }, described);
  expect(kept.map(({ description }) => description)).toEqual(['It is urgent.', 'It can wait.']);
});

test('yes and no that nobody wrote are no levels', () => {
  const yesNo = applyChange(abc, { type: 'question-kind', question: 0, kind: 'yes-no' });
  const levels = optionsAfter({ type: 'question-kind', question: 0, kind: 'score' }, yesNo);
  expect(levels.map(({ id }) => id)).toEqual(['', '']);
  const written = applyChange(yesNo, {
    type: 'option-description',
    question: 0,
    option: 1,
    description: 'It can wait.',
  });
  const kept = optionsAfter({ type: 'question-kind', question: 0, kind: 'score' }, written);
  expect(kept.map(({ id }) => id)).toEqual(['yes', 'no']);
});

test('a question id is never given twice', () => {
  let draft = abc;
  for (let round = 0; round < 3; round += 1) draft = applyChange(draft, { type: 'question-add' });
  draft = applyChange(draft, { type: 'question-remove', question: 1 });
  draft = applyChange(draft, { type: 'question-add' });
  const given = draft.draft.questions.map(({ id }) => id);
  expect(new Set(given).size).toBe(given.length);
});

test('hues that clash are told apart, the first keeps its own', () => {
  const clashing = withOptions([
    { id: 'a', description: '', hue: 0 },
    { id: 'b', description: '', hue: 0 },
    { id: 'c', description: '', hue: 1 },
    { id: 'd', description: '', hue: 0 },
  ]);
  const hues = withDistinctHues(clashing.draft).questions[0]?.options.map(({ hue }) => hue);
  expect(hues?.[0]).toBe(0);
  expect(hues?.[2]).toBe(1);
  expect(new Set(hues).size).toBe(4);
});
