import { expect, test } from 'vitest';
import {
  aboutCount,
  formatBound,
  formatDifference,
  formatDuration,
  formatInterval,
  formatPercent,
  formatSeconds,
  formatShare,
} from './format-number.ts';

test('only what is exactly 0 or 1 reads as such', () => {
  expect([0, 0.0001, 0.5, 0.9999, 1].map(formatShare)).toEqual(['0.00', '<0.01', '0.50', '>0.99', '1.00']);
  expect([0, 0.0001, 0.9999, 1, null].map(formatPercent)).toEqual(['0 %', '<1 %', '>99 %', '100 %', '–']);
});

test('rounding makes no claim: intervals outward, bounds downward', () => {
  expect(formatInterval({ low: -0.0199, high: 0.031 })).toBe('[−0.02, 0.04]');
  expect(formatInterval({ low: 0.1, high: 0.29 })).toBe('[0.10, 0.29]');
  expect(formatBound(0.89999)).toBe('0.899');
});

test('signs, times and estimates', () => {
  expect([0.1, -0.1, -0.0001].map((value) => formatDifference(value))).toEqual(['+0.10', '−0.10', '0.00']);
  expect([0.0021, 0.0412, 0.412, 1.2345].map(formatSeconds)).toEqual(['2.1 ms', '41 ms', '412 ms', '1.23 s']);
  expect([12, 240, 7800].map(formatDuration)).toEqual(['12 s', '4 min', '2 h 10 min']);
  expect([7, 854, 12_301].map(aboutCount)).toEqual(['7', '860', '13,000']);
});
