import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';
import { type Clock, machineClock } from './clock.ts';

/** Milliseconds that a pause takes at most. For emulators: what takes AWS minutes is done there at once. */
export const PAUSE_VARIABLE = 'DECISION_WORKBENCH_AWS_PAUSE_MS';

const pauseSchema = z.coerce.number().int().min(1).max(60_000);

/** The machine's clock, with pauses as long as the environment allows. @throws Fault INVALID_REQUEST */
export function clockOf(environment: Readonly<Record<string, string | undefined>>): Clock {
  const text = environment[PAUSE_VARIABLE];
  if (text === undefined || text.trim() === '') return machineClock;
  const parsed = pauseSchema.safeParse(text);
  if (parsed.success) {
    const longest = parsed.data;
    return { ...machineClock, sleep: (wanted, signal) => machineClock.sleep(Math.min(wanted, longest), signal) };
  }
  const message = 'It is no whole number from 1 to 60000.';
  throw new Fault('INVALID_REQUEST', `${PAUSE_VARIABLE} cannot be used. ${message}`, 'Leave it out for AWS itself.', {
    fields: [{ path: PAUSE_VARIABLE, message }],
  });
}
