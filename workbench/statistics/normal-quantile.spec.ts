import { describe, expect, it } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { normalQuantile } from './normal-quantile.ts';

describe('normalQuantile', () => {
  // References: scipy.stats.norm.ppf.
  it.each([
    [0.975, 1.959963984540054],
    [0.95, 1.6448536269514722],
    [0.995, 2.5758293035489004],
    [0.6, 0.2533471031357997],
    [0.5, 0],
    [1e-8, -5.612001244174789],
    [0.9999999, 5.199337582290661],
  ])('at %d is SciPy’s', (p, reference) => {
    expect(Math.abs(normalQuantile(p) - reference)).toBeLessThanOrEqual(1e-9 * Math.abs(reference));
  });

  it.each([0, 1, -0.1, Number.NaN, 1e-12])('refuses %d', (p) => {
    expect(() => normalQuantile(p)).toThrow(Fault);
  });
});
