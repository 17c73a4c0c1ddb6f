import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { waitFor } from './wait-for.ts';

function countingClock(): Clock & { slept: number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(now),
    random: () => 0,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}
const about = { what: 'the thing', next: 'Look at it.', every: 1000 };

describe('waiting', () => {
  it('looks until there is an answer', async () => {
    const clock = countingClock();
    let looks = 0;
    const look = async () => {
      looks += 1;
      return looks === 3 ? 'there' : null;
    };
    const { signal } = new AbortController();
    expect(await waitFor({ ...about, look, atMost: 60_000, clock, signal })).toBe('there');
    expect(clock.slept).toEqual([1000, 1000]);
  });

  it('ends at its deadline after a last look, and says what to do', async () => {
    const clock = countingClock();
    let looks = 0;
    const look = async () => {
      looks += 1;
      return null;
    };
    const { signal } = new AbortController();
    await expect(waitFor({ ...about, look, atMost: 2500, clock, signal })).rejects.toMatchObject({
      code: 'TOOK_TOO_LONG',
      next: 'Look at it.',
    });
    expect([looks, clock.slept]).toEqual([4, [1000, 1000, 500]]);
  });

  it('ends when it is cancelled, and with what a look throws', async () => {
    const clock = countingClock();
    const abort = new AbortController();
    const cancelling = async () => {
      abort.abort();
      return null;
    };
    const waiting = waitFor({ ...about, look: cancelling, atMost: 60_000, clock, signal: abort.signal });
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    const { signal } = new AbortController();
    const failing = () => Promise.reject(new Error('denied'));
    await expect(waitFor({ ...about, look: failing, atMost: 60_000, clock, signal })).rejects.toThrow('denied');
  });
});
