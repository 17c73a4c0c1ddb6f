import { describe, expect, it } from 'vitest';
import { packPredictions } from './predictions.ts';
import { brier, logLoss } from './probability-scores.ts';

const yesNo = (rows: [string, number][]) =>
  packPredictions(
    ['yes', 'no'],
    rows.map(([label, p]) => ({ label, probabilities: [p, 1 - p] })),
  );

describe('logLoss', () => {
  it('is ln 2 for a coin, and counts what it clips', () => {
    expect(logLoss(yesNo([['yes', 0.5]])).value).toBeCloseTo(Math.LN2, 14);
    const { value, clipped } = logLoss(
      yesNo([
        ['no', 1],
        ['yes', 1],
      ]),
    );
    expect(clipped).toBe(1);
    expect(value).toBeCloseTo(-Math.log(1e-15) / 2, 12);
  });

  it('is open without samples', () => {
    expect(logLoss(yesNo([]))).toEqual({ value: null, clipped: 0 });
  });
});

describe('brier', () => {
  it('halves to the squared error of a yes/no question', () => {
    const { value, halved } = brier(
      yesNo([
        ['yes', 0.8],
        ['no', 0.6],
      ]),
    );
    expect(halved).toBeCloseTo((0.2 ** 2 + 0.6 ** 2) / 2, 14);
    expect(value).toBeCloseTo(0.2 ** 2 + 0.6 ** 2, 14);
  });

  it('has a skill of 0 when the prior is all it says', () => {
    const prior = yesNo([
      ['yes', 0.75],
      ['yes', 0.75],
      ['yes', 0.75],
      ['no', 0.75],
    ]);
    expect(brier(prior).skill).toBeCloseTo(0, 14);
  });

  it('has no skill to speak of with one class, and no value without samples', () => {
    expect(brier(yesNo([['yes', 0.9]])).skill).toBeNull();
    expect(brier(yesNo([]))).toEqual({ value: null, halved: null, ofClassPrior: null, skill: null });
  });
});
