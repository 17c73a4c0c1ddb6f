import type { AwsIdentity, AwsPlace } from '../contract/deployments.ts';
import type { Aws } from './aws/open-aws.ts';

/** Whose credentials these are, read anew. @throws AwsFault `signed-out` with the command that signs in */
export async function askIdentity(
  openAws: (place: AwsPlace) => Promise<Aws>,
  place: AwsPlace,
  signal: AbortSignal,
): Promise<AwsIdentity> {
  const { identify } = await import('./aws/identify.ts');
  const aws = await openAws(place);
  try {
    const { account, arn, partition } = await identify(aws, signal);
    const { expiration } = await aws.sts().config.credentials();
    return { ...place, account, arn, partition, credentials_expire_at: expiration?.toISOString() ?? null };
  } finally {
    aws.close();
  }
}
