import { expect, test } from 'vitest';
import { combineOrders, optionOrders } from './option-orders.ts';

test('orders begin with the one given', () => {
  expect(optionOrders('as-given', 3)).toEqual([[0, 1, 2]]);
  expect(optionOrders('both-ways', 3)).toEqual([
    [0, 1, 2],
    [2, 1, 0],
  ]);
  expect(optionOrders('rotations', 3)).toEqual([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]);
});

test('the mean, whether the choice flips, and the largest change of one option', () => {
  const combined = combineOrders([
    [0.6, 0.3, 0.1],
    [0.2, 0.7, 0.1],
  ]);
  expect(combined.probabilities[0]).toBeCloseTo(0.4, 12);
  expect(combined.flip).toBe(true);
  expect(combined.spread).toBeCloseTo(0.4, 12);
  expect(combineOrders([[0.6, 0.4]])).toEqual({ probabilities: [0.6, 0.4], flip: false, spread: 0 });
});
