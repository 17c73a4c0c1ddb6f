import type { DescribeEndpointCommandOutput } from '@aws-sdk/client-sagemaker';
import { Fault } from '../../../adapter/fault.ts';
import { waitFor } from '../aws/wait-for.ts';
import { typesOf } from '../plan/read-target.ts';
import { CHANGING, describeEndpoint } from '../resources/endpoint.ts';
import type { Sitting } from './sitting.ts';
import type { LogWatch } from './watch-endpoint-log.ts';

const LOOK_MS = 15_000;
/** The time-outs of the plan end the waiting on AWS's side; this is for a service that forgets them. */
const MARGIN_MS = 15 * 60_000;
const START_MS = 2 * 900_000;

/**
 * Waits until an endpoint changes no more, whatever has become of it.
 * @param config the endpoint configuration that is waited for
 * @param watch told of each look; null where nobody follows the log
 * @throws Fault NOT_FOUND, TOOK_TOO_LONG, CANCELLED
 */
export async function waitUntilSettled(
  sitting: Pick<Sitting, 'plan' | 'aws' | 'signal'>,
  name: string,
  config: string,
  watch: Pick<LogWatch, 'look'> | null,
): Promise<DescribeEndpointCommandOutput> {
  const { plan, aws, signal } = sitting;
  const types = typesOf(plan.target.instances);
  return waitFor({
    look: async () => {
      const found = await describeEndpoint(aws, name, signal);
      if (found === null) {
        throw new Fault('NOT_FOUND', `The endpoint ${name} was removed meanwhile.`, 'Go on to make it again, or undo.');
      }
      // What runs with another configuration is there to be updated, and its log is none of this plan's.
      const isOther = found.EndpointStatus === 'InService' && found.EndpointConfigName !== config;
      if (!isOther) await watch?.look(found);
      return CHANGING.includes(found.EndpointStatus ?? '') ? null : found;
    },
    every: LOOK_MS,
    atMost: plan.target.provision_timeout_seconds * 1000 * types.length + START_MS + MARGIN_MS,
    clock: aws.clock,
    signal,
    what: `the endpoint ${name} to be in service`,
    next: 'It may cost meanwhile and stays on the list. Look at it in the console; undo, or go on to wait longer.',
  });
}
