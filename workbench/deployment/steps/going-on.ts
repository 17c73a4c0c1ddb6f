import { Fault } from '../../../adapter/fault.ts';

/** @throws Fault CANCELLED once a person asked to stop: nothing new is begun then */
export function assertGoingOn(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new Fault('CANCELLED', 'The deployment was stopped. What was made stays and is listed.', 'Go on, or undo.');
}
