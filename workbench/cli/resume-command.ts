import { Fault } from '../../adapter/fault.ts';
import type { Deployment } from '../contract/deployments.ts';
import { report } from './deploy-command.ts';
import { followDeployment } from './follow-deployment.ts';
import type { Terminal } from './terminal.ts';
import { type WorkbenchClient, withWorkbench } from './with-workbench.ts';

/**
 * `resume [DEPLOYMENT]`: goes on with a deployment that was stopped, killed or failed, from the first step that is not
 * done; without a name with the newest.
 * @returns whether the check agrees
 * @throws Fault NOT_FOUND, CONFLICT, CANCELLED, and why it failed
 */
export function resumeCommand(
  terminal: Terminal,
  named: string | undefined,
  options: { json?: true; workspace?: string },
): Promise<boolean> {
  return withWorkbench(terminal, options.workspace, async (client) => {
    const { id } = await findStopped(client, named);
    const ended = await followDeployment(terminal, client, () => client.deployments.resume({ id }));
    return report(terminal, ended, options);
  });
}

async function findStopped(client: WorkbenchClient, named: string | undefined): Promise<Deployment> {
  const deployments = await client.deployments.list();
  const found = deployments.find(({ id, plan, state }) =>
    named === undefined
      ? state === 'paused' || state === 'failed'
      : id === named || (plan.target.name === named && state !== 'undone'),
  );
  if (found !== undefined) return found;
  const message = named === undefined ? 'No deployment was stopped or failed.' : `There is no deployment ${named}.`;
  throw new Fault('NOT_FOUND', message, 'Look with `endpoints`, or begin one with `deploy`.');
}
