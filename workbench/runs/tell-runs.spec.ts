import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunSummary } from '../contract/runs.ts';
import { type RunEvent, tellRuns } from './tell-runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let asked = 0;
  const faults: unknown[] = [];
  const told: RunEvent[] = [];
  const telling = tellRuns(
    async (id) => {
      asked += 1;
      if (id === 'bad') throw new Error('gone');
      return { scored: asked } as RunSummary;
    },
    (error) => faults.push(error),
  );
  telling.subscribe((event) => told.push(event));
  return { telling, told, faults };
}

it('tells rows at most four times a second, and the last ones always', async () => {
  const { telling, told } = setUp();
  for (let row = 0; row < 100; row += 1) {
    telling.rows('a');
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(told.length).toBeGreaterThan(1);
  expect(told.length).toBeLessThanOrEqual(4);
  const before = told.length;
  telling.rows('a');
  await vi.advanceTimersByTimeAsync(250);
  expect(told.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.length).toBe(before + 1);
});

it('tells a state at once, and not again what it told with it', async () => {
  const { telling, told } = setUp();
  telling.rows('a');
  telling.state('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toHaveLength(1);
});

it('tells nothing of a run that was removed, and faults of those that were not', async () => {
  const { telling, told, faults } = setUp();
  telling.state('bad');
  telling.state('a');
  telling.removed('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([{ what: 'removed', id: 'a' }]);
  expect(faults).toHaveLength(1);
});
