import { expect, it } from 'vitest';
import { signedNumber } from './signed-number.ts';

it.each([
  [-0.1234, 3, '−0.123'],
  [0.1234, 3, '0.123'],
  [-0.0004, 3, '0.000'],
  [-0, 0, '0'],
  [-2.5, 0, '−3'],
])('writes %d with %d digits as %s', (value, digits, text) => {
  expect(signedNumber(value, digits)).toBe(text);
});
