import type { Clock } from '../../workbench/deployment/aws/clock.ts';

/** A clock whose pauses take no time: what waits finds that it has passed. */
export function fastClock(start = Date.now()): Clock {
  let now = start;
  return {
    now: () => new Date(now),
    random: () => 0.5,
    sleep: async (milliseconds) => {
      now += milliseconds;
      // Others have their turn, as they would have.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
