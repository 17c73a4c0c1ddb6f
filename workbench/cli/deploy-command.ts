import { basename, resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { Deployment, PlanAnswer } from '../contract/deployments.ts';
import type { CheckSource, Finding } from '../deployment/plan/plan.ts';
import type { Target } from '../deployment/plan/target.ts';
import { chooseConfiguration } from './choose-configuration.ts';
import { describeDeployment } from './describe-deployment.ts';
import { describePlan } from './describe-plan.ts';
import { followDeployment } from './follow-deployment.ts';
import { findSet } from './read-run.ts';
import { chooseTarget, optionOf, type TargetOptions } from './target-options.ts';
import type { Terminal } from './terminal.ts';
import { type WorkbenchClient, withWorkbench } from './with-workbench.ts';

const NO_MODEL = 's3://no-model/no-model/';

/** What is to happen with a plan. */
export interface PlanOptions {
  plan?: true;
  yes?: true;
  json?: true;
  workspace?: string;
}

export interface DeployOptions extends TargetOptions, PlanOptions {
  configuration?: string;
  decision?: string;
  samples?: string;
  checkFile?: string;
}

/**
 * `deploy`: plans, and with `--yes` makes it, waits until it answers and was checked.
 * @returns whether the check agrees; a plan alone demands nothing
 * @throws Fault INVALID_REQUEST, CANCELLED, and why it failed
 */
export function deployCommand(terminal: Terminal, options: DeployOptions): Promise<boolean> {
  return planned(terminal, options);
}

/** `image`: builds the image alone, and prints it by its digest. */
export function imageCommand(terminal: Terminal, options: DeployOptions): Promise<boolean> {
  // a target names a model, and nothing of it goes into an image
  return planned(terminal, { ...options, modelDataUrl: NO_MODEL }, 'image');
}

async function planned(terminal: Terminal, options: DeployOptions, only?: 'image'): Promise<boolean> {
  requireOne(options);
  return withWorkbench(terminal, options.workspace, async (client) => {
    const saved =
      options.configuration === undefined ? null : await chooseConfiguration(terminal, client, options.configuration);
    const decision = options.decision ?? saved?.name ?? 'decision';
    const target = chooseTarget(options, {
      defaults: await client.deployments.defaults(),
      proposedName: nameFrom(decision),
      fast: saved?.configuration.scoring.mode === 'fast',
      folder: terminal.folder,
      now: new Date(),
    });
    const answer = await client.deployments.plan({
      target,
      configuration_sha256: saved?.sha256 ?? null,
      decision,
      check: await checkSource(terminal, client, options),
      update_of: null,
      ...(only === undefined ? {} : { only }),
    });
    return goOn(terminal, client, answer, options);
  });
}

/** Shows a plan, or makes it. */
export async function goOn(
  terminal: Terminal,
  client: WorkbenchClient,
  answer: PlanAnswer,
  options: PlanOptions,
): Promise<boolean> {
  const { plan, sha256 } = answer;
  const { findings } = await client.deployments.preflight({ plan_sha256: sha256 });
  const all = [...plan.findings, ...findings.filter((one) => !plan.findings.some((known) => same(known, one)))];
  if (options.plan) {
    const json = { plan, sha256, findings: all };
    terminal.out(options.json ? `${JSON.stringify(json, null, 2)}\n` : describePlan(plan, all));
  }
  refuse(all);
  if (options.plan) return true;
  if (!options.json) terminal.err(describePlan(plan, all));
  const ended = await followDeployment(terminal, client, () => client.deployments.start({ plan_sha256: sha256 }));
  return report(terminal, ended, options);
}

/** @returns whether the check agrees */
export function report(terminal: Terminal, deployment: Deployment, { json }: { json?: true }): boolean {
  terminal.out(json ? `${JSON.stringify(deployment, null, 2)}\n` : describeDeployment(deployment));
  return deployment.check?.verdict !== 'disagrees';
}

/** @throws Fault INVALID_REQUEST with all of them, by the options that they come from */
function refuse(findings: readonly Finding[]): void {
  const refusals = findings.filter(({ severity }) => severity === 'refusal');
  const [first] = refusals;
  if (first === undefined) return;
  throw new Fault('INVALID_REQUEST', `It cannot be deployed so. ${first.message}`, first.next, {
    fields: refusals.map(({ about, message }) => ({ path: optionOf(about), message })),
  });
}

function same(one: Finding, other: Finding): boolean {
  return one.about === other.about && one.message === other.message;
}

/** What costs is not begun by leaving an option out. */
export function requireOne({ plan, yes }: PlanOptions): void {
  if ((plan === true) !== (yes === true)) return;
  const message = plan ? '--plan and --yes exclude each other.' : 'It is not said whether to plan or to make it.';
  throw new Fault('INVALID_REQUEST', message, 'Look with --plan first; --yes makes it, and then it costs.', {
    fields: [{ path: '--yes', message, limit: 'one of --plan and --yes' }],
  });
}

async function checkSource(
  terminal: Terminal,
  client: WorkbenchClient,
  { samples, checkFile }: Pick<DeployOptions, 'samples' | 'checkFile'>,
): Promise<CheckSource> {
  if (samples !== undefined && checkFile !== undefined) {
    const message = '--samples and --check-file exclude each other.';
    throw new Fault('INVALID_REQUEST', message, 'Name one of them.', { fields: [{ path: '--check-file', message }] });
  }
  if (samples !== undefined) return { from: 'set', set_id: (await findSet(client, samples)).set.id };
  return checkFile === undefined ? { from: 'example' } : { from: 'file', path: resolve(terminal.folder, checkFile) };
}

/** A name of an endpoint from whatever a decision is called. */
export function nameFrom(text: string): Target['name'] {
  const name = basename(text, '.json')
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')
    .toLowerCase();
  return name === '' ? 'decision' : name;
}
