import { AddTagsCommand, ListTagsCommand } from '@aws-sdk/client-sagemaker';
import type { Aws } from '../aws/open-aws.ts';
import { asTagList } from '../plan/tags.ts';
import { tagsOf } from './seen.ts';

/** The tags of a model, an endpoint configuration or an endpoint; at most 50 exist, and a page has 100. */
export async function sageMakerTags(aws: Aws, arn: string, signal: AbortSignal): Promise<Record<string, string>> {
  const { Tags } = await aws.call('sagemaker:ListTags', signal, (options) =>
    aws.sagemaker().send(new ListTagsCommand({ ResourceArn: arn, MaxResults: 100 }), options),
  );
  return tagsOf(Tags);
}

/** Sets tags of a model, an endpoint configuration or an endpoint; others that it has stay. */
export async function tagSageMaker(
  aws: Aws,
  arn: string,
  tags: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  await aws.call('sagemaker:AddTags', signal, (options) =>
    aws.sagemaker().send(new AddTagsCommand({ ResourceArn: arn, Tags: asTagList({ ...tags }) }), options),
  );
}
