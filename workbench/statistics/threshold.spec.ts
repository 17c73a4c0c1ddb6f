import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPredictions } from './predictions.ts';
import { clopperPearsonLower } from './proportions.ts';
import { checkThreshold, chooseOptionThresholds, chooseThreshold, errorFreeSamples } from './threshold.ts';

describe('chooseThreshold', () => {
  it('is the lowest of all thresholds whose bound reaches the target, by trying every one', () => {
    const samples = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(samples, fc.constantFrom(0.3, 0.6, 0.8), (rows, target) => {
        const scores = rows.map(([score]) => score / 12);
        const correct = rows.map(([, right]) => (right ? 1 : 0));
        const reached = scores.filter((threshold) => {
          const accepted = correct.filter((_, i) => (scores[i] ?? 0) >= threshold);
          const right = accepted.filter((value) => value === 1).length;
          return clopperPearsonLower(right, accepted.length) >= target;
        });
        const choice = chooseThreshold(scores, correct, target);
        expect(choice.threshold).toBe(reached.length === 0 ? null : Math.min(...reached));
      }),
    );
  });

  it('says how many error-free samples an unattainable target takes', () => {
    expect(chooseThreshold(new Array(8).fill(0.99), new Array(8).fill(1), 0.95)).toEqual({
      threshold: null,
      errorFreeSamples: 59,
    });
    expect(chooseThreshold([], [], 0.9)).toEqual({ threshold: null, errorFreeSamples: 29 });
    expect([0.5, 0.9, 0.95, 0.99, 0.999, 1].map((target) => errorFreeSamples(target))).toEqual([
      5,
      29,
      59,
      299,
      2995,
      null,
    ]);
    for (const target of [0.5, 0.9, 0.999]) {
      const m = errorFreeSamples(target) ?? 0;
      expect(clopperPearsonLower(m, m)).toBeGreaterThanOrEqual(target);
      expect(clopperPearsonLower(m - 1, m - 1)).toBeLessThan(target);
    }
  });

  it('never promises certainty to a perfect model', () => {
    const choice = chooseThreshold(new Array(500).fill(1), new Array(500).fill(1), 0.99);
    expect(choice).toMatchObject({ threshold: 1, accepted: 500, lower: expect.closeTo(0.05 ** (1 / 500), 12) });
    expect(chooseThreshold(new Array(500).fill(1), new Array(500).fill(1), 1)).toEqual({
      threshold: null,
      errorFreeSamples: null,
    });
  });
});

describe('checkThreshold', () => {
  it('counts what lies at or above the threshold', () => {
    const check = checkThreshold([0.9, 0.8, 0.8, 0.1], [1, 1, 0, 1], 0.8, 0.5);
    expect(check).toMatchObject({ accepted: 3, correct: 2, coverage: 0.75, verdict: 'not shown' });
    expect(check.accuracy.rate).toBeCloseTo(2 / 3, 14);
  });

  it('shows nothing when nothing is accepted or there are no samples', () => {
    expect(checkThreshold([0.1], [1], 0.8, 0.5)).toMatchObject({ accepted: 0, lower: 0, verdict: 'not shown' });
    expect(checkThreshold([], [], 0.8, 0.5)).toMatchObject({ coverage: null, verdict: 'not shown' });
  });

  it('verifies with enough samples', () => {
    expect(checkThreshold(new Array(59).fill(0.9), new Array(59).fill(1), 0.8, 0.95).verdict).toBe('verified');
  });
});

describe('chooseOptionThresholds', () => {
  it('keeps the target for each action on its own', () => {
    const rows = Array.from({ length: 60 }, () => ({ label: 'a', probabilities: [0.8, 0.2] }));
    const wrong = Array.from({ length: 20 }, () => ({ label: 'a', probabilities: [0.1, 0.9] }));
    const [a, b] = chooseOptionThresholds(packPredictions(['a', 'b'], [...rows, ...wrong]), 0.9);
    expect(a).toMatchObject({ option: 'a', choice: { threshold: 0.8, accepted: 60 } });
    expect(b).toEqual({ option: 'b', choice: { threshold: null, errorFreeSamples: 29 } });
  });
});
