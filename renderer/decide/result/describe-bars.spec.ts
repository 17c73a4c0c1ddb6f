import { expect, test } from 'vitest';
import type { QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import { type Bar, barsOf } from './bars-of.ts';
import { describeBars, formatChange, formatProbability, leaderOf, meanLevel } from './describe-bars.ts';

function bars(...probabilities: (number | null)[]): Bar[] {
  return probabilities.map((probability, at) => ({
    key: `${at}-0`,
    hue: at,
    at,
    id: 'abcdef'[at] ?? '',
    description: '',
    probability,
    logit: null,
    tokens: [],
  }));
}

test('the sentence names leader, margin and runner-up', () => {
  expect(describeBars(bars(0.14, 0.71, 0.15))).toBe('b leads with 0.710, 0.560 ahead of c, of 3 options.');
  expect(describeBars(bars(0.5, 0.5))).toBe('a and b are level at 0.500.');
  expect(describeBars(bars(null, null))).toBe('Not scored yet.');
});

test('options without a result are no leaders', () => {
  expect(leaderOf(bars(null, 0.4, 0.6))?.first.id).toBe('c');
});

test('a probability is never rounded to a certainty', () => {
  expect(formatProbability(0.00001)).toBe('<0.001');
  expect(formatProbability(0)).toBe('0.000');
  expect(formatProbability(0.99999)).toBe('>0.999');
  expect(formatProbability(1)).toBe('1.000');
  expect(formatProbability(0.7126)).toBe('0.713');
  expect(formatProbability(null)).toBe('–');
});

test('a change carries its sign', () => {
  expect([0.12, -0.034, 0.0001].map(formatChange)).toEqual(['+0.120', '−0.034', '±0.000']);
});

test('the mean level counts from one', () => {
  expect(meanLevel(bars(0.5, 0, 0.5))).toBe(2);
  expect(meanLevel(bars(0.5, null))).toBeNull();
});

test('bars follow an option that was moved and renamed since it was scored', () => {
  const scored: QuestionDraft = {
    id: 'q',
    kind: 'choice',
    question: '?',
    options: [
      { id: 'a', description: '', hue: 0 },
      { id: 'b', description: '', hue: 1 },
    ],
  };
  const result = {
    probabilities: [0.3, 0.7],
    option_logits: [1, 2],
    answer_token_ids: [[1, 2], [3]],
  };
  const now: QuestionDraft = {
    ...scored,
    options: [
      { id: 'new', description: '', hue: 2 },
      { id: 'renamed', description: '', hue: 1 },
      { id: 'a', description: '', hue: 0 },
    ],
  };
  const shown = barsOf(now, { question: scored, result });
  expect(shown.map(({ id, probability }) => [id, probability])).toEqual([
    ['new', null],
    ['renamed', 0.7],
    ['a', 0.3],
  ]);
  expect(shown[2]?.tokens).toEqual([1, 2]);
});
