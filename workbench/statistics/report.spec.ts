import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asFault } from '../../adapter/fault.ts';
import { goldenLines, goldenSet } from '../../fixtures/golden/statistics.ts';
import { pairedMeasureOf } from './paired-report.ts';
import { readPredictions } from './read-predictions.ts';
import { statisticsReport } from './report.ts';
import { singleMeasureOf, targetName } from './single-report.ts';

const settings = { targets: [0.6, 0.9], ordered: true, byGroup: true, seed: 3 };

function shuffle<T>(items: readonly T[], keys: readonly number[]): T[] {
  return items
    .map((item, i) => ({ item, key: keys[i] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

describe('statisticsReport', () => {
  it('does not change in the last bit when the lines are permuted', () => {
    const [first = '', ...rest] = goldenLines('a').slice(0, 60);
    const other = goldenLines('b').slice(0, 60);
    const report = (a: string[], b: string[]) =>
      statisticsReport(readPredictions(a.join('\n'), 'A'), readPredictions(b.join('\n'), 'B'), settings);
    const expected = report([first, ...rest], other);
    const keys = fc.array(fc.integer(), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(keys, keys, (forA, forB) => {
        expect(report(shuffle([first, ...rest], forA), shuffle(other, forB))).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it('finds no difference between two identical runs', () => {
    const a = goldenSet('a');
    const { paired } = statisticsReport(a, goldenSet('a'), settings);
    expect(paired).toMatchObject({ mcnemar_exact_p: 1, mcnemar_mid_p: 1, flips: 0, mean_total_variation: 0 });
    expect(paired?.newcombe10).toMatchObject({ difference: 0, only_a: 0, only_b: 0 });
    expect(paired?.newcombe10.low).toBeLessThan(0);
    expect(paired?.newcombe10.high).toBeGreaterThan(0);
    for (const [key, interval] of Object.entries(paired ?? {})) {
      if (key.endsWith('_difference_95')) expect(interval, key).toEqual([0, 0]);
    }
  });

  it('gives a perfect model no bound of 1', () => {
    const perfect = Array.from({ length: 40 }, (_, i) => {
      const label = i % 2 === 0 ? 'x' : 'y';
      return JSON.stringify({ id: `s${i}`, label, probabilities: { x: i % 2 === 0 ? 1 : 0, y: i % 2 } });
    });
    const set = readPredictions(perfect.join('\n'), 'A');
    const { a, paired } = statisticsReport(set, set, { targets: [0.9] });
    expect(a.accuracy).toBe(1);
    expect(a.wilson95[0]).toBeLessThan(0.95);
    expect(a.threshold_90?.lower).toBeLessThan(0.95);
    expect(paired?.newcombe10.low).toBeLessThan(-0.01);
    expect(paired?.verdict.word).toBe('not shown');
  });

  it('writes nothing that no explanation belongs to', () => {
    const { a, paired } = statisticsReport(goldenSet('a'), goldenSet('b'), settings);
    // Keys that carry a number in their name are explained with what they are a case of.
    const keys = Object.keys(a).filter((key) => !/^(ece_(width|mass)|threshold_|error_free_samples_)\d+$/.test(key));
    expect(keys.filter((key) => !Object.hasOwn(singleMeasureOf, key))).toEqual([]);
    expect(Object.keys(paired ?? {}).filter((key) => !Object.hasOwn(pairedMeasureOf, key))).toEqual([]);
    expect(Object.keys(paired ?? {}).length).toBeGreaterThan(10);
  });

  it('takes B’s options in A’s order', () => {
    const reversed = goldenLines('b').map((line) => {
      const { probabilities, ...rest } = JSON.parse(line);
      return JSON.stringify({ ...rest, probabilities: Object.fromEntries(Object.entries(probabilities).reverse()) });
    });
    const a = goldenSet('a');
    const expected = statisticsReport(a, goldenSet('b'), settings);
    expect(statisticsReport(a, readPredictions(reversed.join('\n'), 'b.jsonl'), settings)).toEqual(expected);
  });

  it('refuses other samples, labels or options, and says where', () => {
    const lines = goldenLines('b');
    const relabelled = (lines[5] ?? '').replace('"label":"billing"', '"label":"sales"');
    const changed = readPredictions([...lines.slice(1, 5), relabelled, ...lines.slice(6)].join('\n'), 'B');
    const attempt = () => statisticsReport(goldenSet('a'), changed, {});
    expect(attempt).toThrow(/1 samples \(only in a\.jsonl\), 1 samples \(label\)/);
    try {
      attempt();
    } catch (error) {
      expect(asFault(error).code).toBe('CONFLICT');
      expect(asFault(error).fields).toEqual([
        { path: 'only in a.jsonl', message: 's000' },
        { path: 'label', message: 's005' },
      ]);
    }
    const renamed = readPredictions(lines.join('\n').replaceAll('sales', 'vente'), 'B');
    expect(() => statisticsReport(goldenSet('a'), renamed, {})).toThrow(/options/);
  });

  it.each([{ targets: [0] }, { targets: [1.2] }, { bins: [0] }, { bins: [2.5] }, { draws: 100 }, { seed: -1 }])(
    'refuses %o',
    (options) => {
      expect(() => statisticsReport(goldenSet('a'), null, options)).toThrow(/must be/);
    },
  );

  it('adds what it is asked for, and names what a repetition needs', () => {
    const report = statisticsReport(goldenSet('a'), null, { targets: [0.999], bins: [7] });
    expect(report.a.ece_width7?.ece).toEqual(expect.any(Number));
    expect(report.a.ece_mass7?.ece).toEqual(expect.any(Number));
    expect(report.a).toMatchObject({ threshold_999: null, error_free_samples_999: 2995 });
    expect(report.a).not.toHaveProperty('rps');
    expect(report).not.toHaveProperty('paired');
    expect(report.settings).toEqual({
      files: ['a.jsonl'],
      targets: [0.999],
      ordered: false,
      bins: [7],
      seed: 1,
      draws: 2000,
      by_group: false,
    });
  });

  it.each([1, 8])('tells the truth for %d samples', (n) => {
    const few = (side: 'a' | 'b') => readPredictions(goldenLines(side).slice(0, n).join('\n'), side);
    const { a, paired } = statisticsReport(few('a'), few('b'), { targets: [0.9], ordered: true });
    expect(a.wilson95[1] - a.wilson95[0]).toBeGreaterThan(n === 1 ? 0.75 : 0.3);
    expect(a.threshold_90).toBeNull();
    expect(a.error_free_samples_90).toBe(29);
    expect(paired?.verdict.word).toBe('not shown');
    expect(paired?.bootstrap_brier_difference_95).toEqual(n === 1 ? null : [expect.any(Number), expect.any(Number)]);
    expect(JSON.stringify({ a, paired })).not.toContain('NaN');
  });
});

describe('targetName', () => {
  it('is the percentage without its point', () => {
    expect([0.9, 0.95, 0.999, 0.29, 0.5, 1, 0.07].map(targetName)).toEqual(['90', '95', '999', '29', '50', '100', '7']);
  });
});
