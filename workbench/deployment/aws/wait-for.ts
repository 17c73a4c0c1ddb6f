import { Fault } from '../../../adapter/fault.ts';
import type { Clock } from './clock.ts';

/** Looks until there is an answer, at most until the deadline. The SDK's own waiters hide why they fail. */
export async function waitFor<T>(options: {
  /** Null: not yet. */
  look: () => Promise<T | null>;
  /** Milliseconds between two looks. */
  every: number;
  /** Milliseconds from the first look to the last. */
  atMost: number;
  clock: Clock;
  signal: AbortSignal;
  /** What it waits for, as in `the endpoint demo to be in service`. */
  what: string;
  /** What to do when it takes too long. */
  next: string;
}): Promise<T> {
  const { look, every, atMost, clock, signal, what, next } = options;
  const deadline = clock.now().getTime() + atMost;
  for (;;) {
    if (signal.aborted) throw new Fault('CANCELLED', `Waiting for ${what} was cancelled.`, 'Go on, or undo.');
    const answer = await look();
    if (answer !== null) return answer;
    const left = deadline - clock.now().getTime();
    if (left <= 0) {
      throw new Fault(
        'TOOK_TOO_LONG',
        `Waiting for ${what} took more than ${Math.round(atMost / 60_000)} minutes.`,
        next,
      );
    }
    await clock.sleep(Math.min(every, left), signal);
  }
}
