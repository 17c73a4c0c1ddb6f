import { Fault } from '../../../adapter/fault.ts';

/** No connection, or one that ended before the answer did: another try may do. */
export class BrokenConnection extends Fault {
  constructor(host: string, cause: unknown) {
    super(
      'ENDPOINT_FAILED',
      `${host} cannot be reached, or broke off before its answer was complete (${reasonOf(cause)}).`,
      'See whether the server runs and the address is right, then try again. A run that is kept goes on where it was.',
      { cause },
    );
  }
}

/** As in `ECONNREFUSED`: fetch says only that it failed, its cause says why. */
function reasonOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string') return code;
    // Words of fetch may quote a header, and with it the key.
    if (at.cause === undefined) return at.name;
  }
  return 'unknown';
}
