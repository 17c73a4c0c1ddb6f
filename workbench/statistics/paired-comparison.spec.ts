import { describe, expect, it } from 'vitest';
import { goldenSet } from '../../fixtures/golden/statistics.ts';
import { nonInferiority } from './non-inferiority.ts';
import { newcombe } from './paired-accuracy.ts';
import { comparePaired } from './paired-comparison.ts';
import { type Predictions, packPredictions, selectRows } from './predictions.ts';
import { compareWithBaseline } from './several-comparisons.ts';
import { verdictOf, verdictWords } from './verdict.ts';

const a = goldenSet('a').predictions;
const b = goldenSet('b').predictions;
const options = { seed: 1, draws: 200 };

/** `n` samples of which the first `right` are answered right. */
function answering(n: number, right: number): Predictions {
  const row = (_: unknown, i: number) => ({ label: 'x', probabilities: i < right ? [0.9, 0.1] : [0.1, 0.9] });
  return packPredictions(['x', 'y'], Array.from({ length: n }, row));
}

describe('comparePaired', () => {
  it('lists the rows behind its counts', () => {
    const { counts, rows, agreement } = comparePaired(b, a, options);
    expect(counts).toEqual({ both: 139, onlyA: 52, onlyB: 33, neither: 16 });
    expect(rows.onlyA).toHaveLength(52);
    expect(agreement.flips).toHaveLength(94);
    const largest = agreement.largestChanges[0];
    const at = (largest?.row ?? 0) * 4;
    expect((a.probabilities[at] ?? 0) - (b.probabilities[at] ?? 0)).toBe(largest?.change);
  });

  it('says that A is better, and mirrors when the two are swapped', () => {
    expect(comparePaired(b, a, options).verdict).toBe('better');
    expect(comparePaired(a, b, options).verdict).toBe('worse');
    expect(comparePaired(a, b, options).goodEnough.answer).toBe('not shown');
  });

  it('claims no more of groups than of their number', () => {
    const one = comparePaired(b, a, { ...options, groups: new Int32Array(240) });
    expect(one).toMatchObject({ decisive: { low: -1, high: 1 }, verdict: 'not shown' });
    expect(one.brier.interval).toBeNull();
    const groups = Int32Array.from({ length: 240 }, (_, i) => Math.floor(i / 4));
    const { decisive, accuracy } = comparePaired(b, a, { seed: 1, groups });
    expect(decisive.low).toBeLessThanOrEqual(accuracy.low);
    expect(decisive.high).toBeGreaterThanOrEqual(accuracy.high);
  });

  it.each([0, 1, 8])('tells the truth for %d samples', (n) => {
    const few = (predictions: Predictions) =>
      selectRows(
        predictions,
        Int32Array.from({ length: n }, (_, i) => i),
      );
    const comparison = comparePaired(few(b), few(a), { ...options, ordered: true });
    expect(comparison.n).toBe(n);
    expect(comparison.verdict).toBe('not shown');
    expect(comparison.accuracy.difference).toEqual(n === 0 ? null : expect.any(Number));
    expect(comparison.logLoss.interval).toEqual(n < 2 ? null : expect.anything());
    expect(comparison.rps?.value).toEqual(n === 0 ? null : expect.any(Number));
  });
});

describe('nonInferiority', () => {
  it('asks for as many samples as its own interval then decides with', () => {
    const counts = { both: 180, onlyA: 10, onlyB: 10, neither: 40 };
    const { answer, samplesToDecide } = nonInferiority(counts, 0.02);
    expect(answer).toBe('not shown');
    const scaled = (n: number) => {
      const scale = (count: number) => (count * n) / 240;
      return newcombe({
        both: scale(counts.both),
        onlyA: scale(counts.onlyA),
        onlyB: scale(counts.onlyB),
        neither: scale(counts.neither),
      });
    };
    const n = samplesToDecide ?? 0;
    expect(n).toBeGreaterThan(240);
    expect(scaled(n).low).toBeGreaterThan(-0.02);
    expect(scaled(n - 1).low).toBeLessThanOrEqual(-0.02);
    // The usual approximation, z²·(discordant share)/δ², to a fifth.
    expect(n / ((1.96 ** 2 * (20 / 240)) / 0.02 ** 2)).toBeCloseTo(1, 0);
  });

  it('knows when no number decides: the difference is the margin itself', () => {
    const counts = { both: 90, onlyA: 3, onlyB: 5, neither: 2 };
    expect(nonInferiority(counts, 0.02)).toEqual({ margin: 0.02, answer: 'not shown', samplesToDecide: null });
    expect(nonInferiority({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })).toMatchObject({ samplesToDecide: null });
  });

  it('answers when it is shown, and when the opposite is', () => {
    expect(nonInferiority({ both: 900, onlyA: 20, onlyB: 5, neither: 75 }).answer).toBe('shown');
    expect(nonInferiority({ both: 500, onlyA: 5, onlyB: 300, neither: 195 }).answer).toBe('worse');
  });
});

describe('verdictOf', () => {
  it.each([
    [{ low: 0.001, high: 0.01 }, 'better'],
    [{ low: -0.3, high: -0.001 }, 'worse'],
    [{ low: -0.019, high: 0.019 }, 'same'],
    [{ low: -0.03, high: 0.001 }, 'not shown'],
    [{ low: 0, high: 0.3 }, 'not shown'],
    [null, 'not shown'],
  ] as const)('reads %o as %s', (interval, verdict) => {
    expect(verdictOf(interval)).toBe(verdict);
  });

  it('needs the adjusted p of several comparisons too', () => {
    expect(verdictOf({ low: 0.01, high: 0.2 }, 0.02, 0.06)).toBe('not shown');
  });
});

describe('verdictWords', () => {
  it('says how many samples would decide, in round numbers', () => {
    expect(verdictWords('not shown', 1234)).toBe('not shown: about 1,300 samples would decide');
    expect(verdictWords('not shown', 7)).toBe('not shown: about 7 samples would decide');
    expect(verdictWords('not shown', null)).toBe('not shown: no number of samples like these would decide');
    expect(verdictWords('same', null)).toBe('same as the baseline');
    expect(verdictWords('worse', null)).toBe('worse');
  });
});

describe('compareWithBaseline', () => {
  const baseline = answering(2000, 1800);
  const candidates = [
    { name: 'large', bytes: 300, predictions: answering(2000, 1799) },
    { name: 'small', bytes: 200, predictions: answering(2000, 1795) },
    { name: 'tiny', bytes: 100, predictions: answering(2000, 1500) },
  ];

  it('names the smallest file that is good enough', () => {
    const {
      candidates: rows,
      smallestGoodEnough,
      numberOfComparisons,
    } = compareWithBaseline(baseline, candidates, options);
    expect(rows.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'worse']);
    expect(smallestGoodEnough).toEqual({ name: 'small', bytes: 200 });
    expect(numberOfComparisons).toBe(3);
  });

  it('names none when none is shown', () => {
    expect(compareWithBaseline(baseline, candidates.slice(2), options).smallestGoodEnough).toBeNull();
  });

  it('adjusts for the number of comparisons', () => {
    const slightly = { name: 'x', bytes: 1, predictions: a };
    const alone = compareWithBaseline(b, [slightly], options).candidates[0];
    const among = compareWithBaseline(b, [slightly, { ...slightly, name: 'y' }], options).candidates[0];
    expect(alone).toMatchObject({ verdict: 'better', adjustedP: expect.closeTo(0.050250895335291444, 10) });
    expect(among).toMatchObject({ verdict: 'not shown', adjustedP: expect.closeTo(0.10050179067, 10) });
  });
});
