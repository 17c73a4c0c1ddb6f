import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemar, newcombe, pairedCounts, pairedRows } from './paired-accuracy.ts';

describe('pairedRows', () => {
  it('lists what pairedCounts counts', () => {
    const [a, b] = [
      [1, 1, 0, 0, 1],
      [1, 0, 1, 0, 0],
    ];
    expect(pairedRows(a, b)).toEqual({ both: [0], onlyA: [1, 4], onlyB: [2], neither: [3] });
    expect(pairedCounts(a, b)).toEqual({ both: 1, onlyA: 2, onlyB: 1, neither: 1 });
  });
});

describe('newcombe', () => {
  const count = fc.integer({ min: 0, max: 300 });

  it('contains its difference, stays in [−1, 1] and mirrors when the two are swapped', () => {
    fc.assert(
      fc.property(count, count, count, count, (both, onlyA, onlyB, neither) => {
        fc.pre(both + onlyA + onlyB + neither > 0);
        const { difference, low, high } = newcombe({ both, onlyA, onlyB, neither });
        const mirrored = newcombe({ both, onlyA: onlyB, onlyB: onlyA, neither });
        expect(low).toBeLessThanOrEqual(difference ?? Number.NaN);
        expect(high).toBeGreaterThanOrEqual(difference ?? Number.NaN);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(mirrored.low).toBeCloseTo(-high, 12);
        expect(mirrored.high).toBeCloseTo(-low, 12);
      }),
    );
  });

  it('is not certain of two perfect models, and knows nothing without samples', () => {
    const { low, high } = newcombe({ both: 50, onlyA: 0, onlyB: 0, neither: 0 });
    expect(low).toBeLessThan(-0.01);
    expect(high).toBeGreaterThan(0.01);
    expect(newcombe({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })).toEqual({ difference: null, low: -1, high: 1 });
  });
});

describe('mcnemar', () => {
  // References: scipy.stats.binomtest(k, n, 0.5).pvalue.
  it.each([
    [1, 8, 0.0390625],
    [430, 570, 1.0709737664959605e-5],
    [4800, 5200, 6.593515598672343e-5],
    [0, 40, 1.8189894035458565e-12],
  ])('of %d and %d is SciPy’s', (onlyA, onlyB, reference) => {
    expect(mcnemar(onlyA, onlyB).exact / reference).toBeCloseTo(1, 9);
    expect(mcnemar(onlyB, onlyA)).toEqual(mcnemar(onlyA, onlyB));
    expect(mcnemar(onlyA, onlyB).mid).toBeLessThan(reference);
  });

  it('is 1 without a difference', () => {
    expect(mcnemar(0, 0)).toEqual({ exact: 1, mid: 1 });
    expect(mcnemar(7, 7)).toEqual({ exact: 1, mid: 1 });
  });
});
