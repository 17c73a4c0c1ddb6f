import { ACCOUNT } from './account.ts';
import { type AwsCall, AwsRefusal } from './aws-call.ts';

/**
 * What goes wrong with a call. `before`: nothing was done. `after`: it was done, and the answer says or shows a failure.
 * - `refuse`: the service says no
 * - `cut`: the connection ends without an answer
 * - `page`: somebody else answers, with a page
 * - `hang`: no answer and no end
 */
export type Trouble =
  | { kind: 'refuse'; when: 'before' | 'after'; refusal: (call: AwsCall) => AwsRefusal }
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'page' }
  | { kind: 'hang' };

interface Rule {
  matches: (call: AwsCall) => boolean;
  times: number;
  trouble: Trouble;
}

/** The troubles that wait for their calls. */
export class InjectedFaults {
  private rules: Rule[] = [];
  /** Asked for every call before the rules are. */
  decide: (call: AwsCall) => Trouble | null = () => null;

  /** @param times how often; for ever by default */
  add(matches: (call: AwsCall) => boolean, trouble: Trouble, times = Number.POSITIVE_INFINITY): void {
    this.rules.push({ matches, times, trouble });
  }

  /** Refuses the actions with that name, as in `CreateModel`. */
  refuse(action: string, refusal: (call: AwsCall) => AwsRefusal, times?: number): void {
    this.add((call) => call.action === action, { kind: 'refuse', when: 'before', refusal }, times);
  }

  clear(): void {
    this.rules = [];
    this.decide = () => null;
  }

  take(call: AwsCall): Trouble | null {
    const decided = this.decide(call);
    if (decided !== null) return decided;
    const rule = this.rules.find(({ matches, times }) => times > 0 && matches(call));
    if (rule === undefined) return null;
    rule.times -= 1;
    return rule.trouble;
  }
}

const isQuery = ({ service }: AwsCall) => service === 'iam' || service === 'sts' || service === 's3';

/** As each service says that the caller may not. */
export function accessDenied(call: AwsCall): AwsRefusal {
  const words = `User: arn:aws:iam::${ACCOUNT}:user/tests is not authorized to perform: ${iamAction(call)} on resource: * because no identity-based policy allows the ${iamAction(call)} action`;
  return isQuery(call) ? new AwsRefusal('AccessDenied', words, 403) : new AwsRefusal('AccessDeniedException', words);
}

export function expired(call: AwsCall): AwsRefusal {
  const words = 'The security token included in the request is expired';
  if (call.service === 's3') return new AwsRefusal('ExpiredToken', 'The provided token has expired.');
  return isQuery(call) ? new AwsRefusal('ExpiredToken', words, 403) : new AwsRefusal('ExpiredTokenException', words);
}

export function throttled(call: AwsCall): AwsRefusal {
  if (call.service === 's3') return new AwsRefusal('SlowDown', 'Please reduce your request rate.', 503);
  return isQuery(call)
    ? new AwsRefusal('Throttling', 'Rate exceeded')
    : new AwsRefusal('ThrottlingException', 'Rate exceeded');
}

export function internalFailure(call: AwsCall): AwsRefusal {
  const words = 'We encountered an internal error. Please try again.';
  return new AwsRefusal(isQuery(call) ? 'InternalError' : 'InternalFailure', words, 500);
}

/** Operations whose permission has another name. */
const PERMISSIONS: Record<string, string> = {
  HeadBucket: 's3:ListBucket',
  ListObjectsV2: 's3:ListBucket',
  HeadObject: 's3:GetObject',
  CreateMultipartUpload: 's3:PutObject',
  UploadPart: 's3:PutObject',
  CompleteMultipartUpload: 's3:PutObject',
  DeleteObjects: 's3:DeleteObject',
  ListMultipartUploads: 's3:ListBucketMultipartUploads',
  ListParts: 's3:ListMultipartUploadParts',
  PutPublicAccessBlock: 's3:PutBucketPublicAccessBlock',
  PutBucketEncryption: 's3:PutEncryptionConfiguration',
  PutBucketLifecycleConfiguration: 's3:PutLifecycleConfiguration',
};

/** The permission that a call needs, as IAM calls it. */
export function iamAction({ service, action }: AwsCall): string {
  return PERMISSIONS[action] ?? `${service === 'runtime' ? 'sagemaker' : service}:${action}`;
}
