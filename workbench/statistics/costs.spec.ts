import { describe, expect, it } from 'vitest';
import { ABSTAIN, actByCost, actByOptionThresholds, actByThreshold, realisedCost } from './costs.ts';
import { packPredictions } from './predictions.ts';

const predictions = packPredictions(
  ['refund', 'wait'],
  [
    { label: 'refund', probabilities: [0.9, 0.1] },
    { label: 'wait', probabilities: [0.6, 0.4] },
    { label: 'wait', probabilities: [0.2, 0.8] },
    { label: 'refund', probabilities: [0.45, 0.55] },
  ],
);
// A wrong refund costs 10, a wrong wait 1.
const costs = {
  action: [
    [0, 1],
    [10, 0],
  ],
  abstain: 0.5,
};

describe('ways of choosing', () => {
  it('by threshold: the first choice, or the fallback', () => {
    expect([...actByThreshold(predictions, 0.6)]).toEqual([0, 0, 1, ABSTAIN]);
    expect([...actByThreshold(predictions, 0.7, 1)]).toEqual([0, 1, 1, 1]);
  });

  it('by a threshold for each option: one without is never acted on', () => {
    expect([...actByOptionThresholds(predictions, [null, 0.5])]).toEqual([ABSTAIN, ABSTAIN, 1, 1]);
  });

  it('by cost: the smallest expected cost, abstaining when that is cheaper', () => {
    // Expected costs of (refund, wait): (1, 0.9), (4, 0.6), (8, 0.2), (5.5, 0.45).
    expect([...actByCost(predictions, costs)]).toEqual([ABSTAIN, ABSTAIN, 1, 1]);
    expect([...actByCost(predictions, { ...costs, abstain: 100 })]).toEqual([1, 1, 1, 1]);
  });
});

describe('realisedCost', () => {
  it('charges what each action really cost', () => {
    const byThreshold = realisedCost(predictions.labels, actByThreshold(predictions, 0.6), costs, { seed: 1 });
    expect(byThreshold).toMatchObject({ n: 4, abstained: 1, cost: { value: 10.5 / 4 } });
    const byCost = realisedCost(predictions.labels, actByCost(predictions, costs), costs, { seed: 1 });
    expect(byCost.cost.value).toBe(0.5);
    expect(byCost.cost.interval?.low).toBeLessThan(0.5);
  });

  it('tells the truth for 0 and 1 samples', () => {
    const none = new Int32Array();
    expect(realisedCost(none, none, costs, { seed: 1 }).cost).toEqual({ value: null, interval: null });
    const one = Int32Array.of(0);
    expect(realisedCost(one, Int32Array.of(1), costs, { seed: 1 }).cost).toEqual({ value: 1, interval: null });
  });
});
