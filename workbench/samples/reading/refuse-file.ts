import { Fault } from '../../../adapter/fault.ts';

/**
 * The fault for a file that cannot be imported at all.
 * @param place the file, and the line where there is one: `tickets.csv, line 3`
 */
export function refuseFile(place: string, why: string, next: string, cause?: unknown): Fault {
  return new Fault('INVALID_REQUEST', `${place} cannot be imported: ${why}`, next, {
    fields: [{ path: place, message: why }],
    cause,
  });
}
