import { describe, expect, it } from 'vitest';
import type { Compared } from '../reports/compared.ts';
import { comparisonReport } from '../reports/comparison-report.ts';
import { judgeGates } from './gates.ts';

/** n samples of two options, of which `right` are right with the given probability. */
function reported(n: number, right: number, p: number) {
  const rows = Array.from({ length: n }, (_, index) => {
    const isRight = index < right;
    return { id: `s${index}`, label: 'x', group: null, width: 2, probabilities: isRight ? [p, 1 - p] : [1 - p, p] };
  });
  const compared: Compared = {
    name: 'c',
    bytes: null,
    options: ['x', 'y'],
    mixed: false,
    rows,
    identities: [],
    failed: 0,
    calls: [],
    loadSeconds: null,
    peakMemoryBytes: null,
    optionMasses: [],
    tasks: null,
    facts: {},
    records: {},
  };
  const [one] = comparisonReport([compared], { about: {} }).configurations;
  if (one === undefined) throw new Error('one was given');
  return one;
}

const passed = (...args: Parameters<typeof judgeGates>) => judgeGates(...args).map((one) => one.passed);

describe('demands', () => {
  it('are judged on the lower end of the accuracy, not on the point', () => {
    // Wilson: 95 of 100 is 0.95 [0.888, 0.978].
    const one = reported(100, 95, 0.9);
    expect(passed(one, { minAccuracy: 0.88 })).toEqual([true]);
    expect(passed(one, { minAccuracy: 0.9 })).toEqual([false]);
    expect(judgeGates(one, { minAccuracy: 0.9 })[0]?.sentence).toBe(
      'c: accuracy at least 0.9 is not shown: 0.950 [0.888, 0.978].',
    );
  });

  it('are judged on the upper end of Brier score and log loss', () => {
    const one = reported(100, 95, 0.9);
    const { brier, logLoss } = one.figures;
    const [point, high] = [brier.value ?? 0, brier.interval?.high ?? 0];
    expect(point).toBeLessThan(high);
    expect(passed(one, { maxBrier: high })).toEqual([true]);
    expect(passed(one, { maxBrier: (point + high) / 2 })).toEqual([false]);
    expect(passed(one, { maxLogLoss: logLoss.interval?.high ?? 0 })).toEqual([true]);
    expect(passed(one, { maxLogLoss: logLoss.value ?? 0 })).toEqual([false]);
  });

  it('are not shown by one sample, nor by perfection on few', () => {
    expect(passed(reported(1, 1, 1), { maxBrier: 1 })).toEqual([false]);
    expect(passed(reported(8, 8, 1), { minAccuracy: 0.9 })).toEqual([false]);
  });

  it('are none when none was made', () => {
    expect(judgeGates(reported(10, 5, 0.6), {})).toEqual([]);
  });
});
