import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { Fault } from '../../../adapter/fault.ts';
import type { Aws } from './open-aws.ts';

export interface Caller {
  /** Twelve digits. */
  account: string;
  arn: string;
  /** As in `aws` or `aws-cn`. */
  partition: string;
}

/** Whose credentials these are. @throws AwsFault `signed-out` with the command that signs in */
export async function identify(aws: Aws, signal: AbortSignal): Promise<Caller> {
  const { Account, Arn } = await aws.call('sts:GetCallerIdentity', signal, (options) =>
    aws.sts().send(new GetCallerIdentityCommand({}), options),
  );
  const [, partition] = /^arn:(aws[\w-]*):/.exec(Arn ?? '') ?? [];
  if (Account === undefined || Arn === undefined || partition === undefined || !/^\d{12}$/.test(Account)) {
    throw new Fault(
      'CLOUD_FAILED',
      'What answered as AWS STS did not say whose credentials these are.',
      'Look at the proxy and at the addresses of the services that the environment gives.',
    );
  }
  return { account: Account, arn: Arn, partition };
}
