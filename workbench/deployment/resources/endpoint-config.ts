import {
  CreateEndpointConfigCommand,
  type CreateEndpointConfigCommandInput,
  DeleteEndpointConfigCommand,
  DescribeEndpointConfigCommand,
} from '@aws-sdk/client-sagemaker';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { sageMakerTags } from './sagemaker-tags.ts';
import { type Seen, sameValue } from './seen.ts';

export async function lookAtEndpointConfig(
  aws: Aws,
  name: string,
  input: CreateEndpointConfigCommandInput | null,
  signal: AbortSignal,
): Promise<Seen | null> {
  try {
    const found = await aws.call('sagemaker:DescribeEndpointConfig', signal, (options) =>
      aws.sagemaker().send(new DescribeEndpointConfigCommand({ EndpointConfigName: name }), options),
    );
    const arn = found.EndpointConfigArn ?? '';
    const [here] = found.ProductionVariants ?? [];
    const [planned] = input?.ProductionVariants ?? [];
    const same =
      planned === undefined ||
      (here?.ModelName === planned.ModelName &&
        here?.InstanceType === planned.InstanceType &&
        sameValue(here?.InstancePools ?? [], planned.InstancePools ?? []));
    return {
      tags: await sageMakerTags(aws, arn, signal),
      facts: { arn },
      differs: same ? null : 'its model or its instances are not what was planned',
    };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

export async function createEndpointConfig(
  aws: Aws,
  input: CreateEndpointConfigCommandInput,
  signal: AbortSignal,
): Promise<string> {
  const { EndpointConfigArn } = await aws.call('sagemaker:CreateEndpointConfig', signal, (options) =>
    aws.sagemaker().send(new CreateEndpointConfigCommand(input), options),
  );
  return EndpointConfigArn ?? '';
}

export async function removeEndpointConfig(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('sagemaker:DeleteEndpointConfig', signal, (options) =>
    aws.sagemaker().send(new DeleteEndpointConfigCommand({ EndpointConfigName: name }), options),
  );
}
