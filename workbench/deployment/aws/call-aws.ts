import { AwsFault, type AwsFaultKind, isAwsFault } from './aws-fault.ts';
import type { Clock } from './clock.ts';
import { classifyAwsError, readAwsError } from './read-aws-error.ts';
import { type AwsPlace, remedyOf } from './remedy.ts';

/** With the pauses below some eight seconds: throttling of a control plane has passed by then, or will not soon. */
export const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** What a second try can cure. Whoever creates looks first at what is there: the first try may have had its effect. */
const passing: readonly AwsFaultKind[] = ['throttled', 'unavailable', 'unreachable'];

/**
 * Makes a call, again a few times when what failed may pass: with full jitter, since others of the account wait as well.
 * @param signal cancels the call and the waiting
 * @throws AwsFault
 */
export async function callAws<T>(
  place: AwsPlace,
  clock: Clock,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await tryCall(place, signal, call);
    if (!(fault instanceof AwsFault)) return fault.answer;
    if (attempt === MAX_TRIES || !isAwsFault(fault, ...passing)) throw fault;
    await clock.sleep(clock.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt), signal);
  }
}

async function tryCall<T>(
  place: AwsPlace,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<{ answer: T } | AwsFault> {
  try {
    signal.throwIfAborted();
    return { answer: await call(signal) };
  } catch (error) {
    return faultOfAwsError(error, place, signal);
  }
}

/** The fault that an error of the SDK stands for. */
export function faultOfAwsError(error: unknown, place: AwsPlace, signal?: AbortSignal): AwsFault {
  const facts = readAwsError(error);
  const kind = signal?.aborted ? 'cancelled' : classifyAwsError(facts);
  // The cause would carry the request with its signature into logs.
  return new AwsFault(kind, place.action, remedyOf(kind, facts, place));
}
