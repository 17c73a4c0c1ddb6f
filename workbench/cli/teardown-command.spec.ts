import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { benchFacts, writeModelFile } from '../../test/deployment/bench-facts.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openJournal } from '../deployment/journal/open-journal.ts';
import { planDeployment } from '../deployment/plan/plan-deployment.ts';
import { planSha256 } from '../deployment/planning/plan-sha256.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { runCli } from './run-cli.ts';

const folder = temporaryFolder(afterAll);
const workspace = join(folder, 'workspace');

/** A deployment of the journal. @param made whether it began to make its endpoint */
async function journal(last: string, region: string, made: boolean): Promise<string> {
  const facts = benchFacts(writeModelFile(folder), 'GGUF and some weights', { name: 'tickets', region });
  const plan = planDeployment({ ...facts, deployment_id: `019a0000-0000-7000-8000-0000${last}` });
  const place = { fs: diskFileSystem, folder: workspace, assertWritable: () => undefined };
  const opened = await openJournal(place, plan.deployment_id, () => new Date());
  await opened.add({ type: 'planned', plan_sha256: planSha256(plan), plan });
  await opened.add({ type: 'begun', work: 'deploy' });
  if (made) await opened.add({ type: 'intent', key: 'endpoint/tickets', effect: 'create', facts: {} });
  await opened.add({ type: 'ended', how: 'cancelled', fault: null });
  await opened.close();
  return plan.deployment_id;
}

async function teardown(...args: string[]) {
  const terminal = fakeTerminal(folder);
  const exitCode = await runCli(['teardown', ...args, '--workspace', workspace], { ...terminal, env: {} });
  return { exitCode, ...terminal.written };
}

it('means the deployment in the named region, the one that may cost, and none when two may', async () => {
  await journal('00000001', 'eu-west-1', true);
  await journal('00000002', 'us-east-1', true);
  // It failed before it made anything, and is the newest.
  await journal('00000003', 'us-east-1', false);
  const two = await teardown('tickets');
  expect(two.exitCode).not.toBe(0);
  expect(two.err).toContain('019a0000-0000-7000-8000-000000000001 (eu-west-1)');
  const one = await teardown('tickets', '--region', 'us-east-1', '--json');
  expect(JSON.parse(one.out).removals).toMatchObject([{ kind: 'endpoint', name: 'tickets', action: 'remove' }]);
  expect((await teardown('tickets', '--region', 'eu-west-1')).out).toContain('endpoint tickets');
});

it('does not say that there is nothing to remove where nobody could look', async () => {
  const place = ['--region', 'eu-central-1', '--profile', 'no-such-profile'];
  for (const args of [['--all'], ['--expired'], ['--all', '--yes']]) {
    const { exitCode, out, err } = await teardown(...args, ...place);
    expect({ exitCode, out }, args.join(' ')).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain('no-such-profile');
  }
});
