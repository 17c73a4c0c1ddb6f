import {
  CreateModelCommand,
  type CreateModelCommandInput,
  DeleteModelCommand,
  DescribeModelCommand,
} from '@aws-sdk/client-sagemaker';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { sageMakerTags } from './sagemaker-tags.ts';
import { type Seen, sameValue } from './seen.ts';

export async function lookAtModel(
  aws: Aws,
  name: string,
  input: CreateModelCommandInput | null,
  signal: AbortSignal,
): Promise<Seen | null> {
  try {
    const found = await aws.call('sagemaker:DescribeModel', signal, (options) =>
      aws.sagemaker().send(new DescribeModelCommand({ ModelName: name }), options),
    );
    const arn = found.ModelArn ?? '';
    const here = found.PrimaryContainer;
    const planned = input?.PrimaryContainer;
    const same =
      planned === undefined || (here?.Image === planned.Image && sameValue(here?.Environment, planned.Environment));
    return {
      tags: await sageMakerTags(aws, arn, signal),
      facts: { arn },
      differs: same ? null : 'its image or its environment is not what was planned',
    };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

export async function createModel(aws: Aws, input: CreateModelCommandInput, signal: AbortSignal): Promise<string> {
  const { ModelArn } = await aws.call('sagemaker:CreateModel', signal, (options) =>
    aws.sagemaker().send(new CreateModelCommand(input), options),
  );
  return ModelArn ?? '';
}

export async function removeModel(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('sagemaker:DeleteModel', signal, (options) =>
    aws.sagemaker().send(new DeleteModelCommand({ ModelName: name }), options),
  );
}
