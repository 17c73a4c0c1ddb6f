import { Fault, type FaultCode, type FieldFault } from '../../../adapter/fault.ts';

/** What a failed call means to whoever made it. */
export type AwsFaultKind =
  | 'absent' // what it is about is not there
  | 'exists' // the name is taken
  | 'in-use' // it cannot be removed or changed now
  | 'denied'
  | 'signed-out'
  | 'quota'
  | 'capacity'
  | 'throttled'
  | 'role-not-ready' // a new role is not known everywhere yet
  | 'busy' // the container has its hands full
  | 'model-error' // the container answered with an error
  | 'invalid'
  | 'unavailable' // the service failed inside
  | 'unreachable' // no answer arrived; the effect may have happened
  | 'not-aws' // something else answered, such as a proxy's or an emulator's page
  | 'cancelled';

const codes: Record<AwsFaultKind, FaultCode> = {
  absent: 'NOT_FOUND',
  exists: 'CONFLICT',
  'in-use': 'CONFLICT',
  denied: 'ACCESS_DENIED',
  'signed-out': 'SIGNED_OUT',
  quota: 'QUOTA_EXCEEDED',
  capacity: 'NO_CAPACITY',
  throttled: 'THROTTLED',
  'role-not-ready': 'CLOUD_FAILED',
  busy: 'BUSY',
  'model-error': 'ENDPOINT_FAILED',
  invalid: 'CLOUD_FAILED',
  unavailable: 'CLOUD_FAILED',
  unreachable: 'CLOUD_FAILED',
  'not-aws': 'CLOUD_FAILED',
  cancelled: 'CANCELLED',
};

/** A call to AWS that failed, with what it means. `fields` named `policy`, `command` or `log` hold text to copy. */
export class AwsFault extends Fault {
  readonly kind: AwsFaultKind;
  /** As IAM calls it, as in `sagemaker:CreateModel`. */
  readonly action: string;

  constructor(
    kind: AwsFaultKind,
    action: string,
    words: { message: string; next: string; fields?: FieldFault[] },
    cause?: unknown,
  ) {
    super(codes[kind], words.message, words.next, { fields: words.fields ?? [], cause });
    this.kind = kind;
    this.action = action;
  }
}

/** Whether it failed for one of these reasons. */
export function isAwsFault(error: unknown, ...kinds: AwsFaultKind[]): error is AwsFault {
  return error instanceof AwsFault && kinds.includes(error.kind);
}
