import { describe, expect, it } from 'vitest';
import { baselines, classify } from './classification.ts';
import { packPredictions } from './predictions.ts';

const options = ['a', 'b', 'c', 'd'];

/** Predictions from pairs (true option, first choice). */
function fromPairs(pairs: [string, string][]) {
  return packPredictions(
    options,
    pairs.map(([label, choice]) => ({
      label,
      probabilities: options.map((option) => (option === choice ? 0.7 : 0.1)),
    })),
  );
}

describe('classify', () => {
  // a: 2 of 3 right; b: never chosen; c: never a label but chosen once; d: nowhere.
  const result = classify(
    fromPairs([
      ['a', 'a'],
      ['a', 'a'],
      ['a', 'c'],
      ['b', 'a'],
    ]),
  );

  it('counts', () => {
    expect(result.confusion).toEqual([
      [2, 0, 1, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(result.accuracy).toMatchObject({ successes: 2, total: 4, rate: 0.5 });
  });

  it('leaves a rate without cases open, and says which rest on too few', () => {
    const [a, b, c, d] = result.options;
    expect(a).toMatchObject({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3, enoughForRecall: false });
    expect(b).toMatchObject({ precision: null, recall: 0, f1: 0 });
    expect(c).toMatchObject({ precision: 0, recall: null, f1: 0 });
    expect(d).toMatchObject({ precision: null, recall: null, f1: null });
  });

  it('averages over the options that occur', () => {
    expect(result.balancedAccuracy).toBeCloseTo((2 / 3 + 0) / 2, 14);
    expect(result.macroF1).toBeCloseTo((2 / 3 + 0 + 0) / 3, 14);
  });

  it('tells the truth without samples', () => {
    const empty = classify(fromPairs([]));
    expect(empty).toMatchObject({ n: 0, balancedAccuracy: null, macroF1: null });
    expect(empty.accuracy).toEqual({ successes: 0, total: 0, rate: null, low: 0, high: 1 });
    expect(baselines(fromPairs([]))).toEqual({ classPrior: [0, 0, 0, 0], majority: null, chance: 0.25 });
  });

  it('tells the truth of one class', () => {
    const oneClass = fromPairs(Array.from({ length: 8 }, () => ['b', 'b']));
    const { accuracy, balancedAccuracy, macroF1 } = classify(oneClass);
    expect(accuracy.low).toBeLessThan(0.7);
    expect(balancedAccuracy).toBe(1);
    expect(macroF1).toBe(1);
    // Always answering b does just as well: that is what such a set says.
    expect(baselines(oneClass).majority).toEqual({ option: 'b', share: 1 });
  });
});
