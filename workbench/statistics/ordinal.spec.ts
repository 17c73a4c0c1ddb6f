import { describe, expect, it } from 'vitest';
import { ordinal } from './ordinal.ts';
import { packPredictions } from './predictions.ts';

const levels = ['0', '1', '2', '3'];
const rows = (given: [string, number[]][]) =>
  packPredictions(
    levels,
    given.map(([label, probabilities]) => ({ label, probabilities })),
  );

describe('ordinal', () => {
  it('charges a far miss more than a near one', () => {
    const near = ordinal(rows([['3', [0, 0, 1, 0]]]));
    const far = ordinal(rows([['3', [1, 0, 0, 0]]]));
    expect(near).toMatchObject({ rps: 1 / 3, meanAbsoluteError: 1 });
    expect(far).toMatchObject({ rps: 1, meanAbsoluteError: 3 });
  });

  it('gives kappa −1 for the mirrored scale and 1 for the scale itself', () => {
    const at = (level: number) => levels.map((_, index) => (index === level ? 1 : 0));
    const kappa = (choice: (level: number) => number) =>
      ordinal(rows(levels.map((label, level) => [label, at(choice(level))]))).quadraticKappa;
    expect(kappa((level) => level)).toBe(1);
    expect(kappa((level) => 3 - level)).toBeCloseTo(-1, 14);
  });

  it('leaves kappa open with one class, and everything without samples', () => {
    expect(ordinal(rows([['1', [0, 1, 0, 0]]])).quadraticKappa).toBeNull();
    expect(ordinal(rows([]))).toEqual({ rps: null, meanAbsoluteError: null, quadraticKappa: null });
  });
});
