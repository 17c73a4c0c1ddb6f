import { expect, it } from 'vitest';
import { madeReading } from '../../test/stand-ins/run-readings.ts';
import { NOT_FOR_MIXED_SETS } from '../statistics/mixed-sets.ts';
import { comparedFromRun } from './compared-from-run.ts';
import { comparisonReport } from './comparison-report.ts';
import { type MixedTask, mixedFigures } from './mixed-figures.ts';
import { mixedTables } from './mixed-words.ts';
import { writeHtmlReport } from './write-html-report.ts';
import { writeJsonReport, writeMarkdownReport } from './write-report.ts';

const tasks: MixedTask[] = [
  // Level: the earlier option is the first choice, and the benchmark takes the label that sorts first.
  {
    id: '1',
    kind: 'yes-no',
    split: 'public',
    part: 'test',
    options: ['yes', 'no'],
    label: 'no',
    probabilities: [0.5, 0.5],
    seconds: 1,
  },
  {
    id: '2',
    kind: 'choice',
    split: 'public',
    part: 'test',
    options: ['b', 'a', 'c', 'd'],
    label: 'a',
    probabilities: [0.1, 0.7, 0.1, 0.1],
    seconds: 2,
  },
  {
    id: '3',
    kind: 'score',
    split: 'hard',
    part: 'test',
    options: ['0', '1'],
    label: '1',
    probabilities: null,
    seconds: 9,
  },
];
const all = new Set(['1', '2', '3']);

it('follows the benchmark: failed is wrong, ties go to the label that sorts first, types by its own names', () => {
  const { jevbench } = mixedFigures(tasks, all, true);
  expect(jevbench).toMatchObject({ all: { successes: 2, total: 3 }, failed: 1, p50: 2, p95: 9 });
  expect(jevbench?.bySplit.map(({ name, accuracy }) => [name, accuracy.successes, accuracy.total])).toEqual([
    ['hard', 0, 1],
    ['public', 2, 2],
  ]);
  expect(jevbench?.byType.map(({ name }) => name)).toEqual(['choice', 'noul', 'score']);
});

it('takes what was scored by the rules of this app, with chance as the mean of 1/K', () => {
  const { mixed } = mixedFigures(tasks, all, true);
  expect(mixed.all).toMatchObject({ n: 2, accuracy: { successes: 1, total: 2 }, chance: (1 / 2 + 1 / 4) / 2 });
  expect(mixed.byType.map(({ type, summary }) => [type, summary.n])).toEqual([
    ['choice', 1],
    ['yes-no', 1],
  ]);
  expect(mixed.byOptionCount.map(({ options, summary }) => [options, summary.n])).toEqual([
    [2, 1],
    [4, 1],
  ]);
  // What the rest of the report is not about is not counted here either.
  expect(mixedFigures(tasks, new Set(['2']), true).mixed.all.n).toBe(1);
});

it('speaks of the benchmark only for its own tasks, each tried once', () => {
  const foreign: MixedTask = {
    id: '4',
    kind: 'choice',
    split: null,
    part: 'test',
    options: ['a', 'b'],
    label: 'a',
    probabilities: [1, 0],
    seconds: 1,
  };
  expect(mixedFigures(tasks, all, false).jevbench).toBeNull();
  expect(mixedFigures([...tasks, foreign], all, true).jevbench).toBeNull();
  expect(mixedFigures([], all, true).jevbench).toBeNull();
});

function reported(triedOnce: boolean) {
  const reading = madeReading(
    ['x', 'y'],
    [
      { label: 'yes', part: 'tune', probabilities: [0.9, 0.1] },
      { label: 'c', part: 'test', probabilities: [0.2, 0.5, 0.3] },
    ],
  );
  const own = [
    { options: ['yes', 'no'], kind: 'yes-no' as const, split: 'public' },
    { options: ['a', 'b', 'c'], kind: 'choice' as const, split: 'public' },
  ];
  const samples = reading.samples.map((sample, index) => ({ ...sample, ...own[index] }));
  const compared = comparedFromRun({ ...reading, question: null, samples }, { part: 'all', disputed: true });
  return comparisonReport([compared], { about: {}, triedOnce });
}

it('stands in every form of a report, with what is not offered and why', () => {
  const report = reported(true);
  const { configurations, remarks } = JSON.parse(writeJsonReport(report));
  expect(configurations[0].mixed.all).toMatchObject({ n: 2, right: 1, accuracy: 0.5, chance: (1 / 2 + 1 / 3) / 2 });
  expect(configurations[0].mixed.by_type).toMatchObject([
    { type: 'choice', n: 1 },
    { type: 'yes-no', n: 1 },
  ]);
  expect(configurations[0].mixed.by_option_count).toMatchObject([{ options: 2 }, { options: 3 }]);
  expect(configurations[0].jevbench).toMatchObject({
    by_split: [{ split: 'public', right: 1, total: 2 }],
    failed: 0,
  });
  // Each type is in one part only, so that nothing can be judged.
  expect(configurations[0].temperature_by_type).toMatchObject([
    { type: 'choice', n_tune: 0, n_test: 1, temperature: null, helps: false },
    { type: 'yes-no', n_tune: 1, n_test: 0, log_loss_after: null, helps: false },
  ]);
  expect(remarks).toContain(NOT_FOR_MIXED_SETS);
  expect(mixedTables(report).map(({ title }) => title)).toEqual([
    'made up: by type and by number of options',
    'made up: temperature by question type',
    'made up: by the rules of JevBench',
  ]);
  for (const text of [writeMarkdownReport(report), writeHtmlReport(report)]) {
    expect(text).toContain('by the rules of JevBench');
    expect(text).toContain('3 options');
    expect(text).toContain('not offered');
  }
});

it('has no word of the benchmark when samples may have been tried again', () => {
  expect(mixedTables(reported(false)).map(({ title }) => title)).not.toContain('made up: by the rules of JevBench');
});
