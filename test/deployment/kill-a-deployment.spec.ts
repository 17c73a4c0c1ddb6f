import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { Containers } from '../stand-ins/aws/run-containers.ts';
import { programsAreBuilt } from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { CommandLine } from './command-line.ts';
import { addNeighbour, EMPTY_ACCOUNT, listAccount } from './list-account.ts';

describe.skipIf(!programsAreBuilt())('a deployment that is killed with SIGKILL (skipped when dist/ is missing)', () => {
  let aws: AwsStandIn<MemoryBackend>;
  let containers: Containers;
  let cli: CommandLine;
  beforeEach(async () => {
    aws = await openMemoryAws();
    await addNeighbour(aws, 'killed', '00000000');
    containers = new Containers(aws);
    cli = new CommandLine(temporaryFolder(), aws.endpoints());
    cli.useOneThread();
  });
  afterEach(async () => {
    containers?.close();
    await aws?.close();
  });

  /** Runs a command and kills it when a call has had its effect, before it hears of that. */
  async function killAt(action: string, ...args: string[]): Promise<void> {
    const { child, ended } = cli.start(...args);
    aws.faults.add((call) => call.action === action, { kind: 'hang-after' });
    aws.onEffect = (call) => {
      if (call.action === action) child.kill('SIGKILL');
    };
    const { code, err } = await ended;
    aws.onEffect = () => {};
    aws.faults.clear();
    expect([action, code, err]).toEqual([action, null, expect.any(String)]);
  }

  it('goes on from its journal each time, to one of everything and back to nothing', { timeout: 600_000 }, async () => {
    const deploy = ['deploy', '--yes', '--model', tinyPaths.llama, '--name', 'killed'];
    await killAt('UploadPart', ...deploy);
    await killAt('StartBuild', 'resume');
    await killAt('CreateEndpoint', 'resume');
    expect(await cli.json('resume')).toMatchObject({ state: 'done', check: { verdict: 'agrees' } });
    const account = listAccount(aws);
    expect(account).toMatchObject({ endpoints: ['killed'], uploads: [], builds: [], buckets: [expect.any(String)] });
    for (const kind of ['configs', 'models', 'projects', 'repositories', 'images'] as const) {
      expect([kind, account[kind].length]).toEqual([kind, 1]);
    }
    expect([account.roles.length, account.objects.length, aws.codebuild.builds.length]).toEqual([2, 4, 1]);
    await killAt('DeleteEndpoint', 'teardown', 'killed', '--everything', '--yes');
    await killAt('DeleteRepository', 'teardown', 'killed', '--everything', '--yes');
    await cli.run(['teardown', 'killed', '--everything', '--yes']);
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
  });
});
