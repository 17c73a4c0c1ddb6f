import { expect, test } from 'vitest';
import { mixedReport } from '../../../workbench/statistics/mixed-sets.ts';
import { chanceWords, mixedLines } from './mixed-lines.ts';

const row = (type: string, options: number, label = 0) => ({
  type,
  probabilities: Array.from({ length: options }, (_, at) => (at === 0 ? 0.6 : 0.4 / (options - 1))),
  label,
  seconds: 1,
});

test('a mixed set is broken down by type of question and by number of options', () => {
  const report = mixedReport([row('choice', 4), row('choice', 5, 1), row('yes-no', 2), row('score', 5)]);
  expect(mixedLines(report).map(({ name, summary: { n, accuracy } }) => [name, n, accuracy.successes])).toEqual([
    ['all', 4, 3],
    ['choice questions', 2, 1],
    ['score questions', 1, 1],
    ['yes/no questions', 1, 1],
    ['2 options', 1, 1],
    ['4 options', 1, 1],
    ['5 options', 2, 1],
  ]);
  // (1/4 + 1/5 + 1/2 + 1/5) / 4
  expect(chanceWords(report)).toContain('right on 0.29 of these samples: the mean of 1/K');
});

test('nothing is said of nothing', () => {
  expect(chanceWords(mixedReport([]))).toBe('No labelled sample is scored yet.');
});
