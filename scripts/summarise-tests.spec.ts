import { expect, it } from 'vitest';
import { summariseTests } from './summarise-tests.mjs';

it('ends on the counts and succeeds when all passed', () => {
  expect(summariseTests({ passed: 12, failed: 0, skipped: [] }, [], true)).toEqual({
    lines: ['12 passed, 0 failed, 0 skipped'],
    failed: false,
  });
});

it('fails on one failure, and when nothing ran', () => {
  expect(summariseTests({ passed: 12, failed: 1, skipped: [] }, [], false).failed).toBe(true);
  const empty = summariseTests({ passed: 0, failed: 0, skipped: [] }, [], false);
  expect(empty.failed).toBe(true);
  expect(empty.lines).toEqual(['No test ran, which counts as a failure.', '0 passed, 0 failed, 0 skipped']);
});

it('shows every skipped test under its reason', () => {
  const skipped = [
    { name: 'a', reason: 'no display' },
    { name: 'b', reason: 'to do' },
    { name: 'c', reason: 'no display' },
  ];
  expect(summariseTests({ passed: 1, failed: 0, skipped }, [], true).lines).toEqual([
    'Skipped, 2: no display',
    '  a',
    '  c',
    'Skipped, 1: to do',
    '  b',
    '1 passed, 0 failed, 3 skipped',
  ]);
});

it('takes a missing need for a failure only where everything must run', () => {
  const tally = { passed: 3, failed: 0, skipped: [] };
  expect(summariseTests(tally, ['chromium is missing'], false)).toEqual({
    lines: ['Not tested: chromium is missing', '3 passed, 0 failed, 0 skipped'],
    failed: false,
  });
  expect(summariseTests(tally, ['chromium is missing'], true)).toEqual({
    lines: ['Failed: chromium is missing', '3 passed, 1 failed, 0 skipped'],
    failed: true,
  });
});
