import type { DescribeEndpointCommandOutput } from '@aws-sdk/client-sagemaker';
import type { Plan } from '../plan/plan.ts';
import { typesOf } from '../plan/read-target.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { createEndpoint, lookAtEndpoint, removeEndpoint, updateEndpoint } from '../resources/endpoint.ts';
import { tagSageMaker } from '../resources/sagemaker-tags.ts';
import { clearScaling } from './clear-scaling.ts';
import { endpointFault } from './endpoint-fault.ts';
import { ensure, recordFailure, withNewRole } from './ensure.ts';
import { noteLogGroup } from './ensure-build.ts';
import { ensureSimple } from './ensure-simple.ts';
import { findResource, needResource } from './find-resource.ts';
import type { Sitting } from './sitting.ts';
import { waitUntilSettled } from './wait-until-settled.ts';
import { watchEndpointLog } from './watch-endpoint-log.ts';

/** Step 7: the endpoint is in service with the planned configuration, and says what it runs on. */
export async function endpointStep(sitting: Sitting): Promise<void> {
  const { plan, aws, signal, journal, tell } = sitting;
  const resource = needResource(plan, 'endpoint');
  const { key, name } = resource;
  const watch = watchEndpointLog(sitting, name);
  await noteLogGroup(sitting, `/aws/sagemaker/Endpoints/${name}`);
  await clearFailed(sitting, resource);
  await ensure(sitting, resource, {
    look: () => lookAtEndpoint(aws, name, signal),
    make: async () => ({
      arn: await withNewRole(sitting, () => createEndpoint(aws, resource.input, signal)),
      since: aws.clock.now().toISOString(),
    }),
  });
  tell({ news: 'words', words: `${name} is starting; this takes some minutes.` });
  const config = resource.input.EndpointConfigName ?? '';
  let found = await waitUntilSettled(sitting, name, config, watch);
  if (found.EndpointStatus === 'InService' && found.EndpointConfigName !== config) {
    await journal.add({
      type: 'intent',
      key,
      effect: 'update',
      facts: { config_before: found.EndpointConfigName ?? null },
    });
    try {
      await clearScaling(sitting);
      await updateEndpoint(aws, name, config, signal);
      found = await waitUntilSettled(sitting, name, config, watch);
    } catch (error) {
      await recordFailure(sitting, key, 'update', error);
      throw error;
    }
  }
  await watch.look(found);
  if (found.EndpointStatus !== 'InService' || found.EndpointConfigName !== config) {
    const reason = found.FailureReason ?? (found.EndpointStatus === 'InService' ? 'the update was rolled back' : '');
    throw endpointFault(plan, reason, watch.last());
  }
  // The tags of an update say what it runs now; whoever finds it without this journal goes by them.
  if (plan.revision > 0) await tagSageMaker(aws, found.EndpointArn ?? '', resource.tags, signal);
  await watch.waitForReady(found);
  const instance_type = chosenType(found, plan);
  const facts = {
    status: 'InService',
    config,
    rolling_back_to: null,
    ...(instance_type === null ? {} : { instance_type }),
  };
  await journal.add({ type: 'outcome', key, effect: 'update', result: 'done', facts, fault: null });
  await ensureSimple(sitting, findResource(plan, 'scaling'));
  const on = instance_type === null ? '' : ` on ${instance_type}`;
  tell({ news: 'words', words: `${name} is in service${on}. ${watch.readyWords()}`.trim() });
}

/** A failed endpoint cannot be started again: ours is removed, and made anew by the same name. */
async function clearFailed(sitting: Sitting, { key, name }: ResourceOf<'endpoint'>): Promise<void> {
  const { aws, signal, journal, plan } = sitting;
  const record = journal.state().resources.get(key);
  if (record?.made !== true) return;
  const seen = await lookAtEndpoint(aws, name, signal);
  if (seen === null || (seen.facts.status !== 'Failed' && seen.facts.status !== 'Deleting')) return;
  if (seen.tags === null || !Object.values(seen.tags).includes(plan.deployment_id)) return;
  await journal.add({ type: 'intent', key, effect: 'remove', facts: {} });
  try {
    await removeEndpoint(aws, name, signal);
    await journal.add({ type: 'outcome', key, effect: 'remove', result: 'done', facts: {}, fault: null });
  } catch (error) {
    await recordFailure(sitting, key, 'remove', error);
    throw error;
  }
}

/** Which of the types was really chosen; null while the service does not say. */
export function chosenType({ ProductionVariants }: DescribeEndpointCommandOutput, plan: Plan): string | null {
  const [first] = ProductionVariants ?? [];
  const running = first?.InstancePools?.find(({ CurrentInstanceCount }) => (CurrentInstanceCount ?? 0) > 0);
  if (running?.InstanceType !== undefined) return running.InstanceType;
  const types = typesOf(plan.target.instances);
  return types.length === 1 ? (types[0] ?? null) : null;
}
