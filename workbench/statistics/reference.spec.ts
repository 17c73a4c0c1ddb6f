import { describe, expect, it } from 'vitest';
import { golden, goldenSet } from '../../fixtures/golden/statistics.ts';
import { holm } from './holm.ts';
import { linearPercentile, nearestRank } from './latency.ts';
import { mcnemar } from './paired-accuracy.ts';
import { clopperPearsonLower, wilson } from './proportions.ts';
import { statisticsReport } from './report.ts';

const RELATIVE = 1e-9;

/** Every leaf of the reference, compared with the leaf at the same place; returns how many there were. */
function expectReproduced(actual: unknown, reference: unknown, path: string, skip: (key: string) => boolean): number {
  if (typeof reference === 'number') {
    expect(typeof actual, path).toBe('number');
    expect(Math.abs(Number(actual) - reference), path).toBeLessThanOrEqual(
      RELATIVE * Math.max(Math.abs(reference), 1e-6),
    );
    return 1;
  }
  if (reference === null || typeof reference !== 'object') {
    expect(actual, path).toBe(reference);
    return 1;
  }
  expect(actual, path).toBeTypeOf('object');
  const found = new Map(Object.entries(actual ?? {}));
  if (Array.isArray(reference)) expect(found.size, path).toBe(reference.length);
  let leaves = 0;
  for (const [key, value] of Object.entries(reference)) {
    if (!skip(key)) leaves += expectReproduced(found.get(key), value, `${path}.${key}`, skip);
  }
  return leaves;
}

describe('values of SciPy, scikit-learn and statsmodels', () => {
  const report = statisticsReport(goldenSet('a'), goldenSet('b'), {
    targets: [0.9, 0.95, 0.999],
    ordered: true,
    draws: 20_000,
    seed: 7,
  });

  it.each(['a', 'b', 'paired'] as const)('reproduces every value of “%s” to 1e-9', (part) => {
    const leaves = expectReproduced(report[part], golden[part], part, (key) => key.startsWith('bootstrap_'));
    expect(leaves).toBeGreaterThan(9);
  });

  it.each(['brier', 'log_loss', 'accuracy'] as const)(
    'reproduces the bootstrap interval of %s in its tolerance',
    (name) => {
      const tolerance = Object(golden.paired.bootstrap_tolerance)[name];
      const [low, high] = Object(golden.paired[`bootstrap_${name}_difference_95`]);
      const interval = report.paired?.[`bootstrap_${name}_difference_95`];
      expect(Math.abs((interval?.[0] ?? Number.NaN) - low)).toBeLessThanOrEqual(tolerance);
      expect(Math.abs((interval?.[1] ?? Number.NaN) - high)).toBeLessThanOrEqual(tolerance);
    },
  );

  it('reproduces the small tables', () => {
    const exact = Object.keys(golden.small.mcnemar_exact).map((key) => {
      const [onlyA = 0, onlyB = 0] = key.split(',').map(Number);
      return [key, mcnemar(onlyA, onlyB).exact];
    });
    const counts = (key: string) => key.split('/').map(Number);
    const wilsons = Object.keys(golden.small.wilson95).map((key) => {
      const [k = 0, n = 0] = counts(key);
      const { low, high } = wilson(k, n);
      return [key, [low, high]];
    });
    const bounds = Object.keys(golden.small.clopper_pearson_lower95).map((key) => {
      const [k = 0, n = 0] = counts(key);
      return [key, clopperPearsonLower(k, n)];
    });
    const actual = {
      mcnemar_exact: Object.fromEntries(exact),
      wilson95: Object.fromEntries(wilsons),
      clopper_pearson_lower95: Object.fromEntries(bounds),
      holm: { p: golden.small.holm.p, adjusted: holm(golden.small.holm.p) },
    };
    expectReproduced(actual, golden.small, 'small', () => false);
  });

  it('reproduces the percentiles', () => {
    const ascending = Float64Array.from(golden.latency.values).sort();
    for (const [p, value] of Object.entries(golden.latency.nearest_rank)) {
      expect(nearestRank(ascending, Number(p)), p).toBe(value);
    }
    for (const [p, value] of Object.entries(golden.latency.linear)) {
      expect(linearPercentile(ascending, Number(p)), p).toBeCloseTo(value, 9);
    }
  });
});
