import { describe, expect, it } from 'vitest';
import { incompleteBeta, inverseIncompleteBeta, logGamma } from './incomplete-beta.ts';

// References: SciPy 1.17 (scipy.special.gammaln, betainc, betaincinv).
describe('logGamma', () => {
  it.each([
    [0.5, 0.5723649429247],
    [1, 0],
    [3.7, 1.428072326665388],
    [10, 12.801827480081469],
    [100.5, 361.43554046777757],
    [1e6, 12815504.569147611],
  ])('of %d is SciPy’s', (x, reference) => {
    expect(Math.abs(logGamma(x) - reference)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(reference)));
  });
});

describe('incompleteBeta', () => {
  it.each([
    [0.3, 2, 5, 0.5798250000000003],
    [0.9, 50, 3, 0.09663328513725222],
    [0.001, 0.5, 0.5, 0.020135041633377492],
    [0.5, 5000, 5100, 0.8401528708121381],
    [0.95, 59, 1, 0.04849452524942311],
    [0.2, 1e5, 4.1e5, 0.9999999999988861],
    [1e-4, 3, 7, 8.396220755916005e-11],
  ])('I_%d(%d, %d) is SciPy’s', (x, a, b, reference) => {
    expect(Math.abs(incompleteBeta(x, a, b) / reference - 1)).toBeLessThan(5e-10);
  });

  it('is 0 and 1 at the ends', () => {
    expect(incompleteBeta(0, 3, 4)).toBe(0);
    expect(incompleteBeta(1, 3, 4)).toBe(1);
  });
});

describe('inverseIncompleteBeta', () => {
  it.each([
    [0.05, 191, 50, 0.7483049068425178],
    [0.975, 192, 49, 0.844972610383185],
    [0.025, 1, 10, 0.0025285785444617848],
    [0.95, 1, 10000, 0.00029952835977661195],
    [0.05, 99990, 11, 0.9998303837123736],
    [0.5, 2, 3, 0.3857275681323895],
  ])('at %d of Beta(%d, %d) is SciPy’s', (p, a, b, reference) => {
    expect(Math.abs(inverseIncompleteBeta(p, a, b) / reference - 1)).toBeLessThan(1e-11);
  });
});
