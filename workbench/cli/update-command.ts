import { Fault } from '../../adapter/fault.ts';
import type { Deployment } from '../contract/deployments.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import type { PlaceOptions } from './aws-place.ts';
import { chooseConfiguration } from './choose-configuration.ts';
import { goOn, type PlanOptions, requireOne } from './deploy-command.ts';
import { findEndpoint } from './find-endpoint.ts';
import { changeTarget, type TargetOptions } from './target-options.ts';
import type { Terminal } from './terminal.ts';
import { type WorkbenchClient, withWorkbench } from './with-workbench.ts';

export interface UpdateOptions
  extends Omit<TargetOptions, 'path' | 'name' | 'region' | 'profile'>,
    Pick<PlaceOptions, 'profile'>,
    PlanOptions {
  region?: string;
  configuration?: string;
  rollBack?: true;
}

/**
 * `update ENDPOINT`: another configuration, model, image or machine behind the same name; or back to what it was before.
 * @returns whether the check agrees
 * @throws Fault INVALID_REQUEST, NOT_FOUND, CONFLICT, CANCELLED, and why it failed
 */
export function updateCommand(terminal: Terminal, name: string, options: UpdateOptions): Promise<boolean> {
  requireOne(options);
  return withWorkbench(terminal, options.workspace, (client) =>
    options.rollBack ? rollBack(terminal, client, name, options) : update(terminal, client, name, options),
  );
}

async function update(terminal: Terminal, client: WorkbenchClient, name: string, options: UpdateOptions) {
  const { id, plan } = await findDone(client, name, options.region);
  const { region: _region, profile: _profile, ...changes } = options;
  const target = changeTarget(plan.target, changes, { folder: terminal.folder, now: new Date() });
  const saved =
    options.configuration === undefined ? null : await chooseConfiguration(terminal, client, options.configuration);
  const answer = await client.deployments.plan({
    target,
    configuration_sha256: saved?.sha256 ?? plan.configuration?.sha256 ?? null,
    decision: plan.decision,
    check: plan.check.source,
    update_of: id,
  });
  return goOn(terminal, client, answer, options);
}

async function rollBack(terminal: Terminal, client: WorkbenchClient, name: string, options: UpdateOptions) {
  const { region, profile } = options;
  const place = {
    ...(region === undefined ? {} : { region: [region] }),
    ...(profile === undefined ? {} : { profile }),
  };
  const { ref, previous_config, previous_price } = await findEndpoint(client, name, place);
  if (options.plan) {
    const words =
      previous_config === null
        ? 'There is nothing to go back to.'
        : `It would go back to ${previous_config}: ${priceWords(previous_price)}.`;
    terminal.out(
      options.json ? `${JSON.stringify({ ref, previous_config, previous_price }, null, 2)}\n` : `${words}\n`,
    );
    return true;
  }
  if (!options.json && previous_config !== null) {
    terminal.out(`${name} goes back to ${previous_config}: ${priceWords(previous_price)}.\n`);
  }
  const endpoint = await client.endpoints.rollBack(ref);
  terminal.out(options.json ? `${JSON.stringify(endpoint, null, 2)}\n` : `${name}: ${endpoint.status}\n`);
  return true;
}

function priceWords(price: Endpoint['previous_price']): string {
  return price === null ? 'what it costs is unknown' : price.words;
}

/** The deployment whose endpoint is there. @throws Fault NOT_FOUND, INVALID_REQUEST for several */
async function findDone(client: WorkbenchClient, named: string, region: string | undefined): Promise<Deployment> {
  const deployments = await client.deployments.list();
  const done = deployments.filter(
    ({ id, plan, state }) =>
      state === 'done' &&
      plan.only === undefined &&
      (id === named || plan.target.name === named) &&
      (region === undefined || region === plan.target.region),
  );
  const [found, ...others] = done;
  if (others.length > 0) {
    const places = done.map(({ id, plan: { target } }) => `${id} (${target.region})`).join(', ');
    const message = `Several deployments have the name ${named}: ${places}.`;
    throw new Fault('INVALID_REQUEST', message, 'Name one by its id.', { fields: [{ path: 'ENDPOINT', message }] });
  }
  if (found !== undefined) return found;
  throw new Fault(
    'NOT_FOUND',
    `No deployment called ${named} is done, as far as this workspace knows.`,
    'Look with `endpoints`. One that was stopped goes on with `resume`.',
  );
}
