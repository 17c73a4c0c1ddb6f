import { expect, test } from 'vitest';
import { excerptOf } from './excerpt-of.ts';

test('text is cut, not changed', () => {
  expect(excerptOf({ format: 'text', text: 'Charged\ntwice' })).toBe('Charged\ntwice');
  expect(excerptOf({ format: 'text', text: 'x'.repeat(5000) }).length).toBeLessThan(1000);
});

test('of JSON the values are shown, in their order and at any depth', () => {
  const text = '{"subject":"Refund","lines":[{"sku":"A-1","count":2},null],"note":"","open":false}';
  expect(excerptOf({ format: 'json', text })).toBe('Refund · A-1 · 2 · null · false');
});

test('large JSON is not parsed for a line of the table', () => {
  const text = JSON.stringify({ a: 'x'.repeat(30_000) });
  expect(excerptOf({ format: 'json', text }).startsWith('{"a":"xx')).toBe(true);
});
