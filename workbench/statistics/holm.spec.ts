import { expect, it } from 'vitest';
import { holm } from './holm.ts';

it('keeps the order, never falls and never exceeds 1', () => {
  expect(holm([])).toEqual([]);
  expect(holm([0.2])).toEqual([0.2]);
  expect(holm([0.9, 0.5, 0.02])).toEqual([1, 1, 0.06]);
});
