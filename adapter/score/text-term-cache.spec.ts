import { expect, test } from 'vitest';
import { createTextTermCache } from './text-term-cache.ts';

test('the entry that was not asked for the longest goes first', () => {
  const cache = createTextTermCache(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});
