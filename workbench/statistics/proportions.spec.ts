import { describe, expect, it } from 'vitest';
import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  lowerBoundReaches,
  proportion,
  wilson,
} from './proportions.ts';

/** P(X = k), from exact products: no shared code with the bounds. */
function binomial(k: number, n: number, p: number): number {
  let chance = (1 - p) ** (n - k) * p ** k;
  for (let i = 1; i <= k; i++) chance *= (n - k + i) / i;
  return chance;
}

describe('wilson', () => {
  it('says nothing without samples, and never claims certainty with them', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(proportion(0, 0)).toEqual({ successes: 0, total: 0, rate: null, low: 0, high: 1 });
    for (const n of [1, 8, 1000]) {
      expect(wilson(n, n).low).toBeLessThan(1);
      expect(wilson(n, n).high).toBe(1);
      expect(wilson(0, n).low).toBe(0);
      expect(wilson(0, n).high).toBeGreaterThan(0);
    }
  });

  it('solves its defining equation |p̂ − p| = z·√(p(1 − p)/n) at both ends', () => {
    const { low, high } = wilson(37, 60, 0.9);
    for (const p of [low, high]) {
      expect(Math.abs(37 / 60 - p)).toBeCloseTo(1.6448536269514722 * Math.sqrt((p * (1 - p)) / 60), 12);
    }
  });
});

describe('Clopper-Pearson', () => {
  // References: scipy.stats.binomtest(…).proportion_ci(method="exact").
  it.each([
    [3, 10, 0.95, 0.06673951117773447, 0.652452850060008],
    [0, 8, 0.95, 0, 0.3694166475528192],
    [8, 8, 0.95, 0.6305833524471808, 1],
    [95, 100, 0.99, 0.8648553174643762, 0.9890596664152524],
  ])('%d of %d at %d is SciPy’s', (k, n, confidence, low, high) => {
    const interval = clopperPearson(k, n, confidence);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it.each([1, 8, 31])('holds its promise for every true rate: n = %d', (n) => {
    for (let p = 0.005; p < 1; p += 0.005) {
      let missed = 0;
      for (let k = 0; k <= n; k++) if (clopperPearsonLower(k, n) > p) missed += binomial(k, n, p);
      expect(missed).toBeLessThanOrEqual(0.05 + 1e-12);
    }
  });

  it('is symmetric', () => {
    expect(clopperPearsonUpper(3, 20)).toBeCloseTo(1 - clopperPearsonLower(17, 20), 14);
  });

  it('knows nothing without samples', () => {
    expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('reaches a target exactly when the bound does', () => {
    for (let n = 0; n <= 60; n += 3) {
      for (let k = 0; k <= n; k++) {
        for (const target of [0, 0.3, 0.8, 0.95, 1]) {
          expect(lowerBoundReaches(target, k, n)).toBe(clopperPearsonLower(k, n) >= target);
        }
      }
    }
  });
});
