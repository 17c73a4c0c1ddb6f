import { expect, test } from 'vitest';
import { fitRequestSchema } from '../../workbench/contract/configurations.ts';
import { packPredictions } from '../../workbench/statistics/predictions.ts';
import { machineOrigin, uuidV7 } from '../../workbench/uuid-v7.ts';
import { figuresAt, newRule, thresholdOf, toFitRequest } from './draft-rule.ts';

// 80 confident and right, 20 unsure of which half are wrong.
const predictions = packPredictions(
  ['a', 'b'],
  Array.from({ length: 100 }, (_, at) => ({
    label: at < 80 || at % 2 === 0 ? 'a' : 'b',
    probabilities: at < 80 ? [0.9, 0.1] : [0.6, 0.4],
  })),
);

test('every kind of rule is a request that the workbench takes', () => {
  const run = uuidV7(machineOrigin);
  for (const kind of ['none', 'target', 'confidence', 'per-option', 'costs'] as const) {
    const request = toFitRequest(run, { ...newRule(3), kind, fallback: ' human ' });
    expect(fitRequestSchema.parse(request).fallback).toBe('human');
  }
  expect(toFitRequest(run, newRule(3)).fallback).toBeNull();
  // A confidence of one's own is judged against the target that stands beside it.
  const own = toFitRequest(run, { ...newRule(3), kind: 'confidence', threshold: 0.7, target: 0.8 });
  expect(own.rule).toEqual({ rule: 'confidence', threshold: 0.7, accuracy: 0.8 });
});

test('a target gives the lowest confidence that is shown to reach it, or none', () => {
  expect(thresholdOf({ ...newRule(2), target: 0.95 }, predictions)).toBe(0.9);
  expect(thresholdOf({ ...newRule(2), target: 0.8 }, predictions)).toBe(0.6);
  // 80 of 80 right show 0.963 at best.
  expect(thresholdOf({ ...newRule(2), target: 0.97 }, predictions)).toBeNull();
  expect(thresholdOf({ ...newRule(2), kind: 'confidence', threshold: 0.7 }, predictions)).toBe(0.7);
});

test('figures at a threshold; none accepted leaves nothing to be quoted', () => {
  const figures = figuresAt(predictions, 0.9);
  expect(figures).toMatchObject({ n: 100, accepted: 80, right: 80, coverage: 0.8, accuracy: 1 });
  expect(figures.accuracy_lower_bound).toBeCloseTo(0.05 ** (1 / 80), 9);
  expect(figuresAt(predictions, 0.95)).toMatchObject({ accepted: 0, accuracy: null, accuracy_interval: null });
});
