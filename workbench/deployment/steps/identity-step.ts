import { Fault } from '../../../adapter/fault.ts';
import { identify } from '../aws/identify.ts';
import type { Sitting } from './sitting.ts';

/** Step 1: the account that was planned for is the one that is signed in to. */
export async function identityStep({ plan, aws, signal, tell }: Sitting): Promise<void> {
  const caller = await identify(aws, signal);
  if (caller.account !== plan.account.id) {
    throw new Fault(
      'CONFLICT',
      `The plan is for the account ${plan.account.id}, and you are signed in to ${caller.account} as ${caller.arn}.`,
      'Sign in to the planned account, or plan the deployment again.',
    );
  }
  tell({ news: 'words', words: `Account ${caller.account} as ${caller.arn}, region ${aws.region}.` });
}
