import { expect, test } from 'vitest';
import { selectivePrediction } from '../../workbench/statistics/selective-prediction.ts';
import { coverageAt, thresholdAfter, thresholdAt } from './coverage-steps.ts';

const hundred = selectivePrediction(
  Array.from({ length: 100 }, (_, at) => (at + 1) / 200),
  Array.from({ length: 100 }, () => 1),
).curve;

test('the arrow keys accept one sample in a hundred more or fewer', () => {
  expect(coverageAt(hundred, 0.4)).toBeCloseTo(0.21, 12);
  expect(thresholdAfter('ArrowRight', hundred, 0.4)).toBeCloseTo(0.395, 12);
  expect(thresholdAfter('ArrowLeft', hundred, 0.4)).toBeCloseTo(0.405, 12);
  expect(thresholdAfter('PageUp', hundred, 0.4)).toBeCloseTo(0.35, 12);
  expect(thresholdAfter('Home', hundred, 0.4)).toBe(1);
  expect(coverageAt(hundred, thresholdAfter('End', hundred, 0.4) ?? 1)).toBe(1);
  expect(thresholdAfter('a', hundred, 0.4)).toBeNull();
});

test('a tie larger than the step is crossed in one press, both ways', () => {
  const tied = selectivePrediction([0.9, 0.5, 0.5, 0.5, 0.3], [1, 1, 0, 1, 0]).curve;
  expect(thresholdAfter('ArrowRight', tied, 0.9)).toBe(0.5);
  expect(thresholdAfter('ArrowRight', tied, 0.5)).toBe(0.3);
  expect(thresholdAfter('ArrowRight', tied, 0.3)).toBe(0.3);
  expect(thresholdAfter('ArrowLeft', tied, 0.5)).toBe(0.9);
  expect(thresholdAfter('ArrowLeft', tied, 0.9)).toBe(1);
});

test('a threshold between two confidences accepts what lies above it, and dragging to the left accepts none', () => {
  expect(coverageAt(hundred, 0.4001)).toBeCloseTo(0.2, 12);
  expect(thresholdAt(hundred, -0.3)).toBe(1);
  expect(thresholdAt([], 0.5)).toBe(1);
});
