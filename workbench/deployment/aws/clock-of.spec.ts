import { describe, expect, it } from 'vitest';
import { machineClock } from './clock.ts';
import { clockOf } from './clock-of.ts';

describe('the clock of an environment', () => {
  it('is the machine’s, unless pauses are to be short', async () => {
    expect(clockOf({})).toBe(machineClock);
    const clock = clockOf({ DECISION_WORKBENCH_AWS_PAUSE_MS: '1' });
    // An hour would outlast this test.
    await clock.sleep(3_600_000, new AbortController().signal);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each(['0', '1.5', 'x', '60001'])('refuses %s', (text) => {
    expect(() => clockOf({ DECISION_WORKBENCH_AWS_PAUSE_MS: text })).toThrow(/DECISION_WORKBENCH_AWS_PAUSE_MS/);
  });
});
