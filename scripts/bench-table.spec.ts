import { expect, it } from 'vitest';
import { writeFigures } from './bench-table.mjs';

it('gives each figure its limit and a verdict', () => {
  const { lines, missed } = writeFigures([
    { name: 'one decision', value: 1.0312345, unit: '× engine', limit: 1.05 },
    { name: 'eight questions', value: 0.35, unit: '× one by one', limit: 0.3 },
    { name: 'first edit to bars', value: 1234.5, unit: 'ms' },
  ]);
  expect(lines).toEqual([
    'figure              value  unit           limit  verdict',
    'one decision        1.031  × engine      ≤ 1.05  held',
    'eight questions      0.35  × one by one   ≤ 0.3  missed',
    'first edit to bars   1235  ms                    reported',
  ]);
  expect(missed).toBe(1);
});

it('never passes what is no number', () => {
  expect(writeFigures([{ name: 'a', value: Number.NaN, unit: 's', limit: 1 }]).missed).toBe(1);
  expect(writeFigures([{ name: 'a', value: Number.POSITIVE_INFINITY, unit: 's' }]).missed).toBe(1);
});
