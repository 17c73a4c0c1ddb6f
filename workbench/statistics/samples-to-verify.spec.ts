import { expect, it } from 'vitest';
import { clopperPearsonLower } from './proportions.ts';
import { samplesToVerify } from './samples-to-verify.ts';
import { errorFreeSamples } from './threshold.ts';

it('without an error is the rule of 0.95^…', () => {
  for (const target of [0.8, 0.9, 0.95, 0.99]) expect(samplesToVerify(3, 3, target)).toBe(errorFreeSamples(target));
});

it('is the first size at which the bound reaches the target', () => {
  // 19 of 20 right: the share stays 0.95. Every size up to the answer, by the bound itself.
  const target = 0.9;
  const found = samplesToVerify(19, 20, target) ?? Number.NaN;
  expect(found).toBeGreaterThan(20);
  expect(clopperPearsonLower(0.95 * found, found)).toBeGreaterThanOrEqual(target);
  expect(clopperPearsonLower(0.95 * (found - 1), found - 1)).toBeLessThan(target);
});

it('is what there is when that is enough, and nothing when no size would do', () => {
  expect(samplesToVerify(100, 100, 0.9)).toBe(100);
  expect(samplesToVerify(0, 0, 0.9)).toBeNull();
  expect(samplesToVerify(9, 10, 0.9)).toBeNull();
  expect(samplesToVerify(5, 10, 0.9)).toBeNull();
});
