import { expect, it } from 'vitest';
import { createRowPace } from './row-pace.ts';

it('says nothing from too few rows, then follows the last ones', () => {
  const pace = createRowPace();
  expect(pace.rate()).toBeNull();
  pace.took(1);
  pace.took(1);
  expect(pace.rate()).toBeNull();
  pace.took(2);
  expect(pace.rate()).toBeCloseTo(3 / 4, 12);
  // Faster from now on: what was slow is forgotten.
  for (let row = 0; row < 100; row += 1) pace.took(0.1);
  expect(pace.rate()).toBeCloseTo(10, 9);
});
