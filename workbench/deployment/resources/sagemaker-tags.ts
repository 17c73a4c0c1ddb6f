import { ListTagsCommand } from '@aws-sdk/client-sagemaker';
import type { Aws } from '../aws/open-aws.ts';
import { tagsOf } from './seen.ts';

/** The tags of a model, an endpoint configuration or an endpoint; at most 50 exist, and a page has 100. */
export async function sageMakerTags(aws: Aws, arn: string, signal: AbortSignal): Promise<Record<string, string>> {
  const { Tags } = await aws.call('sagemaker:ListTags', signal, (options) =>
    aws.sagemaker().send(new ListTagsCommand({ ResourceArn: arn, MaxResults: 100 }), options),
  );
  return tagsOf(Tags);
}
