import { expect, test } from 'vitest';
import { type ByteMark, sayRate, withMark } from './job-rate.ts';

/** So many bytes at each full second from 0. */
const marks = (...done: number[]): ByteMark[] =>
  done.reduce<ByteMark[]>((all, bytes, second) => withMark(all, { at: second * 1000, done: bytes }), []);

test('the rate and the time left are those of the last seconds', () => {
  expect(sayRate(marks(0, 1e6, 2e6), 10e6, 2000)).toBe('1.0 MB/s, about 8 s left');
  // 30 slow seconds, then ten fast ones.
  const slow = Array.from({ length: 30 }, (_, second) => second * 1000);
  const fast = Array.from({ length: 11 }, (_, second) => 30_000 + second * 1e6);
  expect(sayRate(marks(...slow, ...fast), 600e6, 40_000)).toMatch(/^1\.0 MB\/s, about 10 min left$/);
});

test('a rate that no longer holds is not shown', () => {
  expect(sayRate(marks(0, 1e6, 2e6), 10e6, 9000)).toBe('nothing came for 7 s');
  expect(sayRate(marks(0), 10e6, 100)).toBe('');
  expect(sayRate([], 10e6, 100)).toBe('');
});

test('what begins anew is measured anew', () => {
  expect(marks(0, 5e6, 0, 1e6)).toEqual([
    { at: 2000, done: 0 },
    { at: 3000, done: 1e6 },
  ]);
});
