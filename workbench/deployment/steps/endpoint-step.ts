import type { DescribeEndpointCommandOutput } from '@aws-sdk/client-sagemaker';
import { Fault } from '../../../adapter/fault.ts';
import { readReadyLine } from '../../endpoints/ready-line.ts';
import { waitFor } from '../aws/wait-for.ts';
import { typesOf } from '../plan/read-target.ts';
import type { ResourceOf } from '../plan/resource.ts';
import {
  createEndpoint,
  describeEndpoint,
  lookAtEndpoint,
  removeEndpoint,
  updateEndpoint,
} from '../resources/endpoint.ts';
import { followLog } from '../resources/log-group.ts';
import { tagSageMaker } from '../resources/sagemaker-tags.ts';
import { lookAtScaling, removeScaling } from '../resources/scaling.ts';
import { endpointFault } from './endpoint-fault.ts';
import { ensure, recordFailure, withNewRole } from './ensure.ts';
import { noteLogGroup } from './ensure-build.ts';
import { ensureSimple } from './ensure-simple.ts';
import { findResource, needResource } from './find-resource.ts';
import type { Sitting } from './sitting.ts';

const LOOK_MS = 15_000;
/** The time-outs of the plan end the waiting on AWS's side; this is for a service that forgets them. */
const MARGIN_MS = 15 * 60_000;
const START_MS = 2 * 900_000;
/** Log lines arrive after the endpoint is in service. */
const READY_LOOKS = 8;
const LAST_LINES = 20;

/** What an endpoint is in while it changes; all others are ends. */
const CHANGING = ['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting'];

/** Step 7: the endpoint is in service with the planned configuration, and says what it runs on. */
export async function endpointStep(sitting: Sitting): Promise<void> {
  const { plan, aws, signal, journal, tell } = sitting;
  const resource = needResource(plan, 'endpoint');
  const { key, name } = resource;
  const watch = watchLog(sitting, name);
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
  const instance_type = chosenType(found, sitting);
  const facts = { status: 'InService', config, ...(instance_type === null ? {} : { instance_type }) };
  await journal.add({ type: 'outcome', key, effect: 'update', result: 'done', facts, fault: null });
  await ensureSimple(sitting, findResource(plan, 'scaling'));
  tell({ news: 'words', words: `${name} is in service${instance_type === null ? '' : ` on ${instance_type}`}.` });
}

/** AWS changes no variant whose number somebody else keeps: scaling is set anew after the change. */
async function clearScaling({ aws, signal, journal }: Sitting): Promise<void> {
  for (const { resource, presence } of journal.state().resources.values()) {
    if (resource.kind !== 'scaling' || (presence !== 'there' && presence !== 'maybe')) continue;
    const { key, input } = resource;
    await journal.add({ type: 'intent', key, effect: 'remove', facts: {} });
    try {
      if ((await lookAtScaling(aws, input.target, signal)) !== null) await removeScaling(aws, input.target, signal);
      await journal.add({ type: 'outcome', key, effect: 'remove', result: 'done', facts: {}, fault: null });
    } catch (error) {
      await recordFailure({ journal }, key, 'remove', error);
      throw error;
    }
  }
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

async function waitUntilSettled(
  sitting: Sitting,
  name: string,
  config: string,
  watch: LogWatch,
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
      if (!isOther) await watch.look(found);
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

interface LogWatch {
  /** Reads what is new and tells it. */
  look(found: DescribeEndpointCommandOutput): Promise<void>;
  last(): readonly string[];
  /** Looks some more times for the line that says what it runs on. */
  waitForReady(found: DescribeEndpointCommandOutput): Promise<void>;
}

function watchLog({ aws, signal, journal, tell, plan }: Sitting, name: string): LogWatch {
  const last: string[] = [];
  let read: ReturnType<typeof followLog> | null = null;
  let isReady = false;
  async function look(found: DescribeEndpointCommandOutput): Promise<void> {
    // By the service's clock: that of this machine may be wrong. Of an update, what was written before is the other's.
    const { EndpointStatus, CreationTime, LastModifiedTime } = found;
    const since = (EndpointStatus === 'Updating' ? LastModifiedTime : CreationTime) ?? aws.clock.now();
    read ??= followLog(aws, `/aws/sagemaker/Endpoints/${name}`, null, since);
    const lines = await read(signal);
    if (lines.length === 0) return;
    last.push(...lines.map(({ text }) => text));
    last.splice(0, last.length - LAST_LINES);
    tell({ news: 'log', from: 'endpoint', lines });
    for (const { text } of lines) {
      const ready = readReadyLine(text);
      if (ready === null) continue;
      isReady = true;
      await journal.add({ type: 'noted', key: '', facts: { ready: JSON.stringify(ready) } });
      tell({ news: 'words', words: readyWords(ready) });
    }
  }
  return {
    look,
    last: () => last,
    async waitForReady(found) {
      // The stock image says nothing of the kind.
      if (plan.target.path === 'standard') return;
      for (let looked = 0; !isReady && looked < READY_LOOKS; looked += 1) {
        await aws.clock.sleep(LOOK_MS, signal);
        await look(found);
      }
    },
  };
}

function readyWords(ready: NonNullable<ReturnType<typeof readReadyLine>>): string {
  const { device, layers_offloaded: offloaded, layers_total: total } = ready;
  if (offloaded === null || total === null || offloaded === 0) return `Ready on ${device ?? 'an unnamed device'}.`;
  return `Ready on ${device ?? 'a GPU'}: ${offloaded === total ? `all ${total}` : `${offloaded} of ${total}`} layers offloaded.`;
}

/** Which of the types was really chosen; null while the service does not say. */
function chosenType({ ProductionVariants }: DescribeEndpointCommandOutput, { plan }: Sitting): string | null {
  const [first] = ProductionVariants ?? [];
  const running = first?.InstancePools?.find(({ CurrentInstanceCount }) => (CurrentInstanceCount ?? 0) > 0);
  if (running?.InstanceType !== undefined) return running.InstanceType;
  const types = typesOf(plan.target.instances);
  return types.length === 1 ? (types[0] ?? null) : null;
}
