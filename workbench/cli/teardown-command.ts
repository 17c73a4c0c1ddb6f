import { Fault } from '../../adapter/fault.ts';
import type { Deployment, Removal } from '../contract/deployments.ts';
import type { Leftover, RemovalAnswer } from '../contract/endpoints.ts';
import { isRemoved, removalOf } from '../deployment/plan/removal.ts';
import { type UndoChoice, undoChoices } from '../deployment/plan/resource.ts';
import { choosePlaces, type PlaceOptions } from './aws-place.ts';
import { describeDeployment } from './describe-deployment.ts';
import { findEndpoint } from './find-endpoint.ts';
import { followDeployment } from './follow-deployment.ts';
import { printable } from './printable.ts';
import { describeFault } from './report-fault.ts';
import type { Terminal } from './terminal.ts';
import { type WorkbenchClient, withWorkbench } from './with-workbench.ts';

export interface TeardownOptions extends PlaceOptions {
  expired?: true;
  all?: true;
  yes?: true;
  also?: UndoChoice[];
  everything?: true;
  json?: true;
  workspace?: string;
}

/**
 * `teardown NAME`, `--expired` or `--all`: without `--yes` says what would go and what stays; with it removes that. What
 * the journal or the tags do not prove to be ours is left alone.
 * @throws Fault INVALID_REQUEST, NOT_FOUND, and the first reason why something could not be removed
 */
export async function teardownCommand(terminal: Terminal, name: string | undefined, options: TeardownOptions) {
  const wide = options.expired === true || options.all === true;
  if ((name === undefined) !== wide || (options.expired && options.all)) {
    const message = 'Name one endpoint or deployment, or --expired, or --all.';
    throw new Fault('INVALID_REQUEST', message, 'Look with `endpoints`.', { fields: [{ path: 'NAME', message }] });
  }
  const choices = options.everything ? [...undoChoices] : (options.also ?? []);
  await withWorkbench(terminal, options.workspace, (client) =>
    name === undefined
      ? removeMany(terminal, client, options, choices)
      : removeOne(terminal, client, name, options, choices),
  );
}

async function removeOne(
  terminal: Terminal,
  client: WorkbenchClient,
  name: string,
  options: TeardownOptions,
  choices: UndoChoice[],
): Promise<void> {
  const deployment = await findDeployment(client, name, options);
  if (deployment !== null) {
    const request = { id: deployment.id, choices };
    if (!options.yes)
      return say(terminal, { removals: await client.deployments.removals(request), faults: [] }, options);
    const undone = await followDeployment(terminal, client, () => client.deployments.undo(request));
    return terminal.out(options.json ? `${JSON.stringify(undone, null, 2)}\n` : describeDeployment(undone));
  }
  const { ref } = await findEndpoint(client, name, options);
  if (!options.yes)
    return say(terminal, { removals: await client.endpoints.removals({ ref, choices }), faults: [] }, options);
  say(terminal, await client.endpoints.remove({ ref, choices }), options);
}

async function removeMany(
  terminal: Terminal,
  client: WorkbenchClient,
  options: TeardownOptions,
  choices: UndoChoice[],
): Promise<void> {
  const places = await choosePlaces(client, options);
  const expired_only = options.expired === true;
  if (options.yes)
    return say(terminal, await client.endpoints.removeEverything({ ...places, expired_only, choices }), options);
  const { endpoints, leftovers, faults } = await client.endpoints.list(places);
  const removals: Removal[] = [];
  for (const { ref, expired } of endpoints) {
    if (!expired_only || expired) removals.push(...(await client.endpoints.removals({ ref, choices })));
  }
  // of what has no endpoint any more no expiry is known before it is looked at
  if (!expired_only) removals.push(...leftovers.map((leftover) => removalOfLeftover(leftover, choices)));
  say(terminal, { removals, faults: faults.map(({ fault }) => fault) }, options);
}

function removalOfLeftover({ kind, name, region }: Leftover, choices: readonly UndoChoice[]): Removal {
  const removal = removalOf(kind, 'own');
  const goes = isRemoved(removal, choices);
  const sentence = goes ? removal.sentence : 'It was not asked for.';
  return {
    key: `${kind}/${name}`,
    kind,
    name,
    action: goes ? 'remove' : 'keep',
    sentence: `Left over in ${region}. ${sentence}`,
  };
}

/**
 * The deployment with this id, or the one with this name of which something may be left.
 * @throws Fault INVALID_REQUEST for several: the wrong one may be somebody's
 */
async function findDeployment(
  client: WorkbenchClient,
  named: string,
  { region, profile }: PlaceOptions,
): Promise<Deployment | null> {
  const deployments = await client.deployments.list();
  const byId = deployments.find(({ id }) => id === named);
  if (byId !== undefined) return byId;
  const found = deployments.filter(
    ({ plan: { target }, state }) =>
      target.name === named &&
      state !== 'undone' &&
      (region === undefined || region.includes(target.region)) &&
      (profile === undefined || profile === target.profile),
  );
  // One that failed before it made anything hides none that costs.
  const left = found.filter(mayHaveLeft);
  if (left.length <= 1) return left[0] ?? found[0] ?? null;
  const places = left.map(({ id, plan: { target } }) => `${id} (${target.region})`).join(', ');
  const message = `Several deployments have the name ${named}: ${places}.`;
  throw new Fault('INVALID_REQUEST', message, 'Name one by its id.', { fields: [{ path: 'NAME', message }] });
}

function mayHaveLeft({ resources }: Deployment): boolean {
  return resources.some(({ state }) => state !== 'planned' && state !== 'gone');
}

function say(terminal: Terminal, { removals, faults }: RemovalAnswer, options: TeardownOptions): void {
  if (options.json) terminal.out(`${JSON.stringify({ removals, faults }, null, 2)}\n`);
  // With a fault nobody knows that: where it happened something may run.
  else if (removals.length === 0 && faults.length === 0) terminal.out('There is nothing to remove.\n');
  else terminal.out(removals.map(line).join(''));
  if (!options.yes && !options.json && removals.length > 0) terminal.out('Nothing was removed. Do it with --yes.\n');
  const [first, ...others] = faults;
  if (first === undefined) return;
  for (const fault of others) terminal.err(describeFault(fault));
  throw new Fault(first.code, first.message, first.next, { fields: first.fields });
}

function line({ action, kind, name, sentence }: Removal): string {
  return `${printable(`${action}: ${kind} ${name}: ${sentence}`)}\n`;
}
