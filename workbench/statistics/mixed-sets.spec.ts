import { describe, expect, it } from 'vitest';
import { jevBenchAnswer, jevBenchReport } from './jevbench.ts';
import { mixedReport } from './mixed-sets.ts';

describe('mixedReport', () => {
  const rows = [
    { type: 'noul', probabilities: [0.8, 0.2], label: 0, seconds: 1 },
    { type: 'choice', probabilities: [0.2, 0.2, 0.5, 0.1], label: 1, seconds: 3 },
    { type: 'choice', probabilities: [0.5, 0.5], label: 0, seconds: 2 },
  ];

  it('takes the mean of 1/K as chance, and splits by type and number of options', () => {
    const { all, byType, byOptionCount } = mixedReport(rows);
    expect(all).toMatchObject({ n: 3, accuracy: { successes: 2 }, latency: { p50: 2 } });
    expect(all.chance).toBeCloseTo((0.5 + 0.25 + 0.5) / 3, 14);
    expect(all.brier).toBeCloseTo((0.08 + (0.04 + 0.64 + 0.25 + 0.01) + 0.5) / 3, 14);
    expect(all.logLoss).toBeCloseTo(-(Math.log(0.8) + Math.log(0.2) + Math.log(0.5)) / 3, 14);
    expect(byType.map(({ type, summary }) => [type, summary.n])).toEqual([
      ['choice', 2],
      ['noul', 1],
    ]);
    expect(byOptionCount.map(({ options, summary }) => [options, summary.n])).toEqual([
      [2, 2],
      [4, 1],
    ]);
  });

  it('tells the truth without samples', () => {
    expect(mixedReport([]).all).toMatchObject({ n: 0, chance: null, brier: null, logLoss: null, aurc: null });
  });
});

describe('jevBenchReport', () => {
  const row = {
    split: 'public',
    type: 'noul',
    labels: ['no', 'yes'],
    expected: 'yes',
    probabilities: [0.4, 0.6],
    seconds: 1,
  };

  it('breaks ties by the smallest label, and counts a failure as wrong', () => {
    expect(jevBenchAnswer({ ...row, labels: ['yes', 'no'], probabilities: [0.5, 0.5] })).toBe('no');
    const report = jevBenchReport([row, { ...row, split: 'other', probabilities: null, seconds: 5 }]);
    expect(report).toMatchObject({ all: { successes: 1, total: 2 }, failed: 1, p50: 1, p95: 5 });
    expect(report.bySplit.map(({ name, accuracy }) => [name, accuracy.rate])).toEqual([
      ['other', 0],
      ['public', 1],
    ]);
    expect(report.byType).toMatchObject([{ name: 'noul', accuracy: { total: 2 } }]);
  });
});
