import { Fault } from '../../../adapter/fault.ts';
import { describeEndpoint, updateEndpoint } from '../resources/endpoint.ts';
import { clearScaling } from './clear-scaling.ts';
import { endpointFault } from './endpoint-fault.ts';
import { chosenType } from './endpoint-step.ts';
import { recordFailure } from './ensure.ts';
import { ensureSimple } from './ensure-simple.ts';
import { findResource, needResource } from './find-resource.ts';
import type { Sitting } from './sitting.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/**
 * Moves an endpoint back to an endpoint configuration of the same deployment, as an update moves it forward: with the
 * intent in the journal before and the outcome after, and without scaling meanwhile. One that a kill has interrupted goes
 * on to where it was going.
 * @param previous the endpoint configuration before the one in use; null when there is none
 * @throws Fault CONFLICT when there is nothing to go back to, NOT_FOUND, ENDPOINT_FAILED and its kin, IO_FAILED
 */
export async function rollBack(sitting: Sitting, previous: string | null): Promise<void> {
  const { journal, aws, signal, tell } = sitting;
  const { key, name } = needResource(sitting.plan, 'endpoint');
  const begun = journal.state().resources.get(key)?.facts.rolling_back_to;
  const config = typeof begun === 'string' ? begun : previous;
  if (config === null) throw nothingBefore(name);
  const plan = planWith(sitting, config);
  const found = await describeEndpoint(aws, name, signal);
  if (found === null) throw new Fault('NOT_FOUND', `The endpoint ${name} is gone.`, 'Choose one of the list.');
  const config_before = found.EndpointConfigName ?? null;
  await journal.add({ type: 'intent', key, effect: 'update', facts: { config_before, rolling_back_to: config } });
  try {
    let now = await waitUntilSettled({ ...sitting, plan }, name, config, null);
    if (now.EndpointConfigName !== config) {
      await clearScaling(sitting);
      tell({ news: 'words', words: `${name} goes back to ${config}; this takes some minutes.` });
      await updateEndpoint(aws, name, config, signal);
      now = await waitUntilSettled({ ...sitting, plan }, name, config, null);
    }
    if (now.EndpointStatus !== 'InService' || now.EndpointConfigName !== config) {
      const reason = now.FailureReason ?? 'the change was taken back';
      throw endpointFault(plan, reason, []);
    }
    const instance_type = chosenType(now, plan);
    const facts = {
      status: 'InService',
      config,
      rolling_back_to: null,
      ...(instance_type === null ? {} : { instance_type }),
    };
    await journal.add({ type: 'outcome', key, effect: 'update', result: 'done', facts, fault: null });
  } catch (error) {
    await recordFailure(sitting, key, 'update', error);
    await scaleWhatRuns(sitting, name).catch(() => undefined);
    throw error;
  }
  await ensureSimple({ ...sitting, plan }, findResource(plan, 'scaling'));
  tell({ news: 'words', words: `${name} is back at ${config}.` });
}

/** The plan that made an endpoint configuration; the last one for a configuration of an earlier journal. */
function planWith({ journal, plan }: Sitting, config: string | null): Sitting['plan'] {
  const { plans } = journal.state();
  return plans.findLast((one) => findResource(one, 'endpoint-config')?.name === config) ?? plan;
}

/** What goes on to run where a roll-back failed is scaled as before. */
async function scaleWhatRuns(sitting: Sitting, name: string): Promise<void> {
  const found = await describeEndpoint(sitting.aws, name, sitting.signal);
  if (found?.EndpointStatus !== 'InService') return;
  const plan = planWith(sitting, found.EndpointConfigName ?? null);
  await ensureSimple({ ...sitting, plan }, findResource(plan, 'scaling'));
}

/** There is no configuration before the one in use. */
export function nothingBefore(name: string): Fault {
  return new Fault(
    'CONFLICT',
    `${name} has no endpoint configuration before the one in use.`,
    'Deploy the configuration that you want, or update the endpoint to it.',
  );
}
