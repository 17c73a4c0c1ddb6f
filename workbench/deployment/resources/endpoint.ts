import {
  CreateEndpointCommand,
  type CreateEndpointCommandInput,
  DeleteEndpointCommand,
  DescribeEndpointCommand,
  type DescribeEndpointCommandOutput,
  UpdateEndpointCommand,
} from '@aws-sdk/client-sagemaker';
import { Fault } from '../../../adapter/fault.ts';
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

/** AWS deletes nothing while it provisions and starts it; its own time-outs for that are shorter than this together. */
const SETTLE_DEADLINE_MS = 2 * 60 * 60_000;
const SETTLE_LOOK_MS = 30_000;
/** What an endpoint is in while it changes; all others are ends. */
export const CHANGING: readonly string[] = ['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting'];

/**
 * Removes an endpoint and waits until it is gone: only then it costs nothing, and its configuration may go. One that is
 * still being made or changed is waited for first, since it is not deleted before.
 * @throws AwsFault, Fault TOOK_TOO_LONG, CANCELLED (it is being removed all the same, once that was asked)
 */
export async function removeEndpoint(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  const state = async () => (await describeEndpoint(aws, name, signal))?.EndpointStatus ?? null;
  const settled = await waitFor({
    look: async () => {
      const now = await state();
      return now !== null && now !== 'Deleting' && CHANGING.includes(now) ? null : { now };
    },
    every: SETTLE_LOOK_MS,
    atMost: SETTLE_DEADLINE_MS,
    clock: aws.clock,
    signal,
    what: `the endpoint ${name} to be made or changed, which has to end before it can be deleted`,
    next: 'It may cost meanwhile. Look at it in the console, then try again.',
  });
  if (settled.now === null) return;
  if (settled.now !== 'Deleting') {
    await aws.call('sagemaker:DeleteEndpoint', signal, (options) =>
      aws.sagemaker().send(new DeleteEndpointCommand({ EndpointName: name }), options),
    );
  }
  await waitFor({
    look: async () => {
      const now = await state();
      if (now === null) return true;
      if (CHANGING.includes(now)) return null;
      throw new Fault(
        'CLOUD_FAILED',
        `The endpoint ${name} was not deleted: AWS has it as ${now} again.`,
        'It may still cost. Try again, and look at it in the console if it stays.',
      );
    },
    every: REMOVAL_LOOK_MS,
    atMost: REMOVAL_DEADLINE_MS,
    clock: aws.clock,
    signal,
    what: `the endpoint ${name} to be gone`,
    next: 'It may still cost. Look at it in the console, then try again.',
  });
}
