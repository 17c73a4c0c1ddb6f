import {
  CreateEndpointCommand,
  type CreateEndpointCommandInput,
  DeleteEndpointCommand,
  DescribeEndpointCommand,
  type DescribeEndpointCommandOutput,
  UpdateEndpointCommand,
} from '@aws-sdk/client-sagemaker';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { waitFor } from '../aws/wait-for.ts';
import { sageMakerTags } from './sagemaker-tags.ts';
import type { Seen } from './seen.ts';

/** Deleting takes minutes at most; after this long somebody should look. */
const REMOVAL_DEADLINE_MS = 20 * 60_000;
const REMOVAL_LOOK_MS = 10_000;

/** Null when there is none. */
export async function describeEndpoint(
  aws: Aws,
  name: string,
  signal: AbortSignal,
): Promise<DescribeEndpointCommandOutput | null> {
  try {
    return await aws.call('sagemaker:DescribeEndpoint', signal, (options) =>
      aws.sagemaker().send(new DescribeEndpointCommand({ EndpointName: name }), options),
    );
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

export async function lookAtEndpoint(aws: Aws, name: string, signal: AbortSignal): Promise<Seen | null> {
  const found = await describeEndpoint(aws, name, signal);
  if (found === null) return null;
  const arn = found.EndpointArn ?? '';
  const facts = { arn, status: found.EndpointStatus ?? '', config: found.EndpointConfigName ?? null };
  return { tags: await sageMakerTags(aws, arn, signal), facts, differs: null };
}

export async function createEndpoint(
  aws: Aws,
  input: CreateEndpointCommandInput,
  signal: AbortSignal,
): Promise<string> {
  const { EndpointArn } = await aws.call('sagemaker:CreateEndpoint', signal, (options) =>
    aws.sagemaker().send(new CreateEndpointCommand(input), options),
  );
  return EndpointArn ?? '';
}

/** Moves a running endpoint to another configuration; the old one answers until the new one does. */
export async function updateEndpoint(aws: Aws, name: string, config: string, signal: AbortSignal): Promise<void> {
  await aws.call('sagemaker:UpdateEndpoint', signal, (options) =>
    aws.sagemaker().send(new UpdateEndpointCommand({ EndpointName: name, EndpointConfigName: config }), options),
  );
}

/**
 * Removes an endpoint and waits until it is gone: only then it costs nothing, and its configuration may go.
 * @throws AwsFault, Fault TOOK_TOO_LONG, CANCELLED (it is being removed all the same)
 */
export async function removeEndpoint(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('sagemaker:DeleteEndpoint', signal, (options) =>
    aws.sagemaker().send(new DeleteEndpointCommand({ EndpointName: name }), options),
  );
  await waitFor({
    look: async () => ((await describeEndpoint(aws, name, signal)) === null ? true : null),
    every: REMOVAL_LOOK_MS,
    atMost: REMOVAL_DEADLINE_MS,
    clock: aws.clock,
    signal,
    what: `the endpoint ${name} to be gone`,
    next: 'It may still cost. Look at it in the console, then try again.',
  });
}
