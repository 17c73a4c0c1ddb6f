import { expect, it } from 'vitest';
import type { DeploymentLogLine } from '../../../workbench/contract/deployments.ts';
import { addLines } from './add-lines.ts';

const line = (at: number): DeploymentLogLine => ({
  at,
  time: '2026-11-29T12:00:00Z',
  from: 'app',
  text: `line ${at}`,
});
const places = (lines: readonly DeploymentLogLine[]) => lines.map(({ at }) => at);

it('adds what follows, and keeps the last of too many', () => {
  expect(places(addLines([line(0), line(1)], [line(2)], 10))).toEqual([0, 1, 2]);
  expect(places(addLines([line(0), line(1)], [line(2), line(3)], 3))).toEqual([1, 2, 3]);
});

it('has each line once and in its place, when a page and an event overlap', () => {
  expect(places(addLines([line(4), line(5)], [line(2), line(3), line(4)], 10))).toEqual([2, 3, 4, 5]);
});

it('stays the same list when nothing came', () => {
  const known = [line(0)];
  expect(addLines(known, [], 10)).toBe(known);
});
