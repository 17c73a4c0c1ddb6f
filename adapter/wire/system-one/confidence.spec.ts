import { describe, expect, it } from 'vitest';
import { choiceConfidence, scoreConfidence } from './confidence.ts';

// Worked by hand from the published formulas.
describe('confidence of a choice', () => {
  it.each([
    [[1, 0, 0], 1],
    [[0.25, 0.25, 0.25, 0.25], 0],
    [[0.5, 0.25, 0.25], 0.25],
    [[0.1, 0.9], 0.8],
    [[1], 1],
  ])('%j: %f', (probabilities, expected) => {
    expect(choiceConfidence(probabilities)).toBeCloseTo(expected, 12);
  });
});

describe('confidence of a score', () => {
  it.each([
    // D of three levels is (1 + 0 + 1) / 3
    [[0, 1, 0], 1],
    [[0.25, 0.5, 0.25], 1 - 0.5 / (2 / 3)],
    [[0.6, 0.4, 0], 1 - 0.4 / (2 / 3)],
    // further from the mode than the levels from the middle
    [[0.5, 0, 0.5], 0],
    // D of two levels is 1/2
    [[0.75, 0.25], 0.5],
    [[1], 1],
  ])('%j: %f', (probabilities, expected) => {
    expect(scoreConfidence(probabilities)).toBeCloseTo(expected, 12);
  });
});
