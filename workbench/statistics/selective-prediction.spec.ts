import { describe, expect, it } from 'vitest';
import { selectivePrediction } from './selective-prediction.ts';

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

describe('selectivePrediction', () => {
  it('is the mean over all orders of tied samples', () => {
    const samples = [
      { score: 0.9, correct: 1 },
      { score: 0.7, correct: 0 },
      { score: 0.7, correct: 1 },
      { score: 0.7, correct: 0 },
      { score: 0.4, correct: 1 },
      { score: 0.4, correct: 0 },
    ];
    const orders = permutations(samples).filter((order) =>
      order.every(({ score }, i) => i === 0 || (order[i - 1]?.score ?? 1) >= score),
    );
    const areas = orders.map((order) => {
      let errors = 0;
      let aurc = 0;
      let augrc = 0;
      for (const [i, { correct }] of order.entries()) {
        errors += 1 - correct;
        aurc += errors / (i + 1) / order.length;
        augrc += errors / order.length ** 2;
      }
      return { aurc, augrc };
    });
    const mean = (key: 'aurc' | 'augrc') => areas.reduce((sum, area) => sum + area[key], 0) / areas.length;
    const result = selectivePrediction(
      samples.map(({ score }) => score),
      samples.map(({ correct }) => correct),
    );
    expect(orders).toHaveLength(12);
    expect(result.aurc).toBeCloseTo(mean('aurc'), 14);
    expect(result.augrc).toBeCloseTo(mean('augrc'), 14);
  });

  it('has no excess when all errors come last', () => {
    expect(selectivePrediction([0.9, 0.8, 0.7, 0.6], [1, 1, 0, 0]).eAurc).toBeCloseTo(0, 15);
    expect(selectivePrediction([0.6, 0.7, 0.8, 0.9], [1, 1, 0, 0]).eAurc).toBeGreaterThan(0.3);
  });

  it('moves ties together along the curve', () => {
    const { curve } = selectivePrediction([0.9, 0.7, 0.7], [1, 0, 1]);
    expect(curve).toEqual([
      { threshold: 0.9, accepted: 1, coverage: 1 / 3, errors: 0, risk: 0 },
      { threshold: 0.7, accepted: 3, coverage: 1, errors: 1, risk: 1 / 3 },
    ]);
  });

  it('tells the truth for 0 and 1 samples', () => {
    expect(selectivePrediction([], [])).toEqual({ curve: [], aurc: null, eAurc: null, augrc: null });
    expect(selectivePrediction([0.5], [0])).toMatchObject({ aurc: 1, eAurc: 0, augrc: 1 });
  });
});
