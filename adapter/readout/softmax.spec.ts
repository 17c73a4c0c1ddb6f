import fc from 'fast-check';
import { expect, test } from 'vitest';
import { softmax } from './softmax.ts';

test('is e^(x/T) over its sum', () => {
  const [a, b] = softmax([1, 0], 2);
  expect(a).toBeCloseTo(1 / (1 + Math.exp(-0.5)), 15);
  expect(b).toBeCloseTo(1 / (1 + Math.exp(0.5)), 15);
  expect(softmax([1000, 0], 1)).toEqual([1, 0]);
});

test('a temperature near zero gives all to the first choice, one beyond all the same to each', () => {
  expect(softmax([3, 5, -700], 1e-320)).toEqual([0, 1, 0]);
  expect(softmax([-3, -3, -4], 1e-320)).toEqual([0.5, 0.5, 0]);
  expect(softmax([3, 5], 1e308)).toEqual([0.5, 0.5]);
});

test('the order of the options changes nothing, bit for bit', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 2, maxLength: 40 }), (logits) => {
      const given = softmax(logits, 1.7);
      const reversed = softmax([...logits].reverse(), 1.7).reverse();
      expect(reversed).toEqual(given);
    }),
  );
});

test.each([[[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]], [[Number.NEGATIVE_INFINITY, 1]]])(
  'refuses what is not finite: %s',
  (logits) => {
    expect(() => softmax(logits, 1)).toThrow(expect.objectContaining({ code: 'NON_FINITE_LOGIT' }));
  },
);
