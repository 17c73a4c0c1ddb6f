import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../workbench/cli/run-cli.ts';
import { deploymentSchema } from '../../workbench/contract/deployments.ts';
import { endpointListSchema } from '../../workbench/contract/endpoints.ts';
import { planSchema } from '../../workbench/deployment/plan/plan.ts';
import { defaultSettings } from '../../workbench/store/settings-store.ts';
import { ACCOUNT, CREDENTIALS, REGION } from '../stand-ins/aws/account.ts';
import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { Containers } from '../stand-ins/aws/run-containers.ts';
import { fakeTerminal } from '../stand-ins/fake-terminal.ts';
import { programsAreBuilt } from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { EMPTY_ACCOUNT, listAccount } from './list-account.ts';

const root = process.cwd();
const model = join(root, 'fixtures/models/tiny-llama.gguf');

// The image's source, and the container behind the endpoint, are what the build makes.
describe.skipIf(!programsAreBuilt())('the command line, from a plan back to nothing', () => {
  let aws: AwsStandIn<MemoryBackend>;
  let containers: Containers;
  let folder = '';
  const written: string[] = [];

  beforeAll(async () => {
    aws = await openMemoryAws();
    containers = new Containers(aws);
    folder = temporaryFolder(afterAll);
    // Threads of the engine spin while they wait; on a busy machine of two cores one is many times faster.
    const engine = { ...defaultSettings.engine, threads: 1, contextTokens: 2048 };
    mkdirSync(join(folder, 'workspace'));
    writeFileSync(join(folder, 'workspace/settings.json'), JSON.stringify({ ...defaultSettings, engine }));
  });
  afterAll(async () => {
    containers.close();
    await aws.close();
  });

  /** @param stopAt ends it, as Ctrl-C does, when this is said on standard error */
  async function runUntil(stopAt: string | null, ...args: string[]) {
    const terminal = fakeTerminal(folder);
    const stop = new AbortController();
    const err = (text: string) => {
      terminal.err(text);
      if (text === stopAt) stop.abort();
    };
    const { accessKeyId, secretAccessKey, sessionToken } = CREDENTIALS;
    // The SDK reads the process's own environment, and no file of this machine.
    vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
    vi.stubEnv('AWS_SESSION_TOKEN', sessionToken);
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'none'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'none'));
    const env = {
      DECISION_WORKBENCH_AWS_ENDPOINTS: aws.endpoints(),
      DECISION_WORKBENCH_AWS_PAUSE_MS: '20',
      DECISION_WORKBENCH_WORKSPACE: join(folder, 'workspace'),
      DECISION_WORKBENCH_MODELS: join(folder, 'models'),
      AWS_REGION: REGION,
      SEMIF_ENDPOINT_NAME: 'from-environment',
    };
    const watched = { ...terminal, err, signal: stop.signal };
    const exitCode = await runCli(args, { ...watched, builtFolder: join(root, 'dist'), env });
    vi.unstubAllEnvs();
    written.push(terminal.written.out, terminal.written.err);
    return { exitCode, ...terminal.written };
  }

  const run = (...args: string[]) => runUntil(null, ...args);
  const made = () => aws.actions().filter((action) => /:(Create|Put|Start|Upload|Update)/.test(action));
  const engine = ['--threads', '1', '--context', '2048'];

  it('asks whether to plan or to make it', async () => {
    const { exitCode, err } = await run('deploy', '--model', model);
    expect(exitCode).toBe(2);
    expect(err).toContain('--yes');
    expect(aws.calls).toEqual([]);
  });

  it('plans, and makes nothing', async () => {
    const { exitCode, out, err } = await run('deploy', '--plan', '--json', '--model', model, ...engine);
    expect([exitCode, err]).toEqual([0, '']);
    const { plan } = JSON.parse(out);
    expect(planSchema.parse(plan)).toMatchObject({
      target: { name: 'from-environment', region: REGION, threads: 1, context_tokens: 2048 },
      account: { id: ACCOUNT },
    });
    expect(made()).toEqual([]);
    const text = await run('deploy', '--plan', '--model', model, ...engine);
    expect(text.out).toContain('Endpoint from-environment (decisions, cpu): 1 × ml.c6i.8xlarge');
    expect(text.out).toContain('Authorisation and fixed business rules stay outside the model.');
  });

  it('plans GPU pools and the standard path too', async () => {
    const pools = ['--instance-pool', 'ml.g6.2xlarge', '--instance-pool', 'ml.g5.2xlarge', '--gpu-layers', '-1'];
    const gpu = await run('deploy', '--plan', '--model', model, ...pools);
    expect(gpu).toMatchObject({ exitCode: 0, err: '' });
    expect(gpu.out).toContain('(decisions, gpu): 1 × ml.g6.2xlarge, then ml.g5.2xlarge');
    expect(gpu.out).toContain('Price: at most $1.6 an hour');
    const standard = await run('deploy', '--plan', '--path', 'standard', '--hub-model', 'owner/name/m.gguf');
    expect(standard).toMatchObject({ exitCode: 0, err: '' });
    expect(standard.out).toContain('Network isolation: off');
    expect(standard.out).not.toContain('image-project');
    expect(made()).toEqual([]);
  });

  it('refuses what cannot be, with the option that says so', async () => {
    const { exitCode, err } = await run('deploy', '--plan', '--model', model, '--instance-type', 'ml.c7g.4xlarge');
    expect(exitCode).toBe(2);
    expect(err).toContain('--instance-type: ml.c7g.4xlarge has another kind of processor');
    expect(made()).toEqual([]);
  });

  it('deploys, is stopped and goes on, lists, asks, plans an update, and removes everything', async () => {
    const wanted = ['deploy', '--yes', '--json', '--model', model, '--expires', '8h', ...engine];
    const stopped = await runUntil('image\n', ...wanted);
    expect(stopped).toMatchObject({ exitCode: 130, out: '' });
    expect(stopped.err).toMatch(/What was made stays, is listed, and may cost\.\nGo on with `resume [0-9a-f-]{36}`/);
    expect(listAccount(aws).endpoints).toEqual([]);

    const deployed = await run('resume', '--json');
    expect([deployed.exitCode, deployed.err]).toEqual([0, expect.stringContaining('endpoint: done')]);
    expect(aws.actions().filter((action) => action === 'codebuild:StartBuild')).toHaveLength(1);
    const deployment = deploymentSchema.parse(JSON.parse(deployed.out));
    expect(deployment).toMatchObject({ state: 'done', check: { verdict: 'agrees', failed: 0 } });
    expect(deployment.image_uri).toMatch(/@sha256:[0-9a-f]{64}$/);

    const listed = await run('endpoints', '--json');
    const list = endpointListSchema.parse(JSON.parse(listed.out));
    expect(list.endpoints).toMatchObject([
      { ref: { name: 'from-environment', region: REGION }, status: 'InService', orphan: false, expired: false },
    ]);
    expect((await run('endpoints', '--expired')).out).toBe(`No endpoint of ours has expired in ${REGION}.\n`);

    const asked = await run('invoke', 'from-environment', join(root, 'fixtures/decisions/support-ticket.json'));
    expect(asked.exitCode).toBe(0);
    expect(JSON.parse(asked.out)).toMatchObject({ result: { id: 'support-route' } });

    const update = await run('update', 'from-environment', '--context', '1024', '--plan', '--json');
    expect(planSchema.parse(JSON.parse(update.out).plan)).toMatchObject({
      revision: 1,
      target: { context_tokens: 1024 },
    });
    expect(await run('update', 'from-environment', '--roll-back', '--plan')).toMatchObject({
      exitCode: 0,
      out: 'There is nothing to go back to.\n',
    });

    const said = await run('teardown', 'from-environment', '--everything');
    expect(said.out).toContain('Nothing was removed.');
    expect(listAccount(aws).endpoints).toHaveLength(1);
    const gone = await run('teardown', 'from-environment', '--everything', '--yes');
    expect(gone).toMatchObject({ exitCode: 0, out: 'from-environment: nothing of it is left.\n' });
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
    expect((await run('teardown', '--all', '--yes')).out).toBe('There is nothing to remove.\n');
  });

  it('builds the image alone', async () => {
    const { exitCode, out } = await run('image', '--yes');
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      new RegExp(
        `^${ACCOUNT}\\.dkr\\.ecr\\.${REGION}\\.amazonaws\\.com/decision-workbench-cpu@sha256:[0-9a-f]{64}\\n$`,
      ),
    );
    expect(listAccount(aws)).toMatchObject({ endpoints: [], models: [], images: [expect.any(String)] });
  });

  it('has nothing to go on with, and says so', async () => {
    const { exitCode, err } = await run('resume');
    expect(exitCode).toBe(1);
    expect(err).toContain('No deployment was stopped or failed.');
  });

  it('writes no secret anywhere', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    expect(files.some((path) => path.endsWith('journal.jsonl'))).toBe(true);
    const texts = [...written, ...files.map((path) => readFileSync(path, 'latin1'))];
    for (const secret of Object.values(CREDENTIALS)) expect(texts.some((text) => text.includes(secret))).toBe(false);
  });
});
