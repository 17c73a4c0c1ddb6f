import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { benchFacts, IMAGE_SOURCE, sha256, writeModelFile } from '../../test/deployment/bench-facts.ts';
import { fastClock } from '../../test/deployment/fast-clock.ts';
import { EMPTY_ACCOUNT, listAccount } from '../../test/deployment/list-account.ts';
import { quickDisk } from '../../test/deployment/open-sitting.ts';
import { CREDENTIALS } from '../../test/stand-ins/aws/account.ts';
import { accessDenied } from '../../test/stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../../test/stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../../test/stand-ins/aws/open-aws.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import type { ComparisonWithLocal, Deployment } from '../contract/deployments.ts';
import { openWorkspace, type Workspace } from '../store/workspace.ts';
import { machineOrigin } from '../uuid-v7.ts';
import { openAws } from './aws/open-aws.ts';
import type { DeploymentEvent, Deployments } from './deployments.ts';
import type { Plan } from './plan/plan.ts';
import { planDeployment } from './plan/plan-deployment.ts';
import { undoChoices } from './plan/resource.ts';
import { planSha256 } from './planning/plan-sha256.ts';
import { createDeployments } from './service.ts';

const CONTENT = 'GGUF and some weights';
const READY = JSON.stringify({ msg: 'ready', device: 'CPU', layers_offloaded: 0, layers_total: 9, threads: 8 });
const AGREES: ComparisonWithLocal = {
  samples: 1,
  failed: 0,
  agreed: 1,
  largest_difference: 0.001,
  limit: 0.02,
  verdict: 'agrees',
  sentence: 'It agrees.',
  local: null,
  endpoint: null,
  rows: [],
};

let standIn: AwsStandIn<MemoryBackend>;
let folder: string;
let plan: Plan;
let workspace: Workspace;
let deployments: Deployments;
let faults: unknown[];
let events: DeploymentEvent[];

async function openService(): Promise<void> {
  workspace = await openWorkspace(quickDisk, join(folder, 'workspace'), 'spec', () => undefined);
  const environment = { DECISION_WORKBENCH_AWS_ENDPOINTS: standIn.endpoints() };
  deployments = createDeployments({
    workspace,
    origin: machineOrigin,
    environment: {},
    openAws: (place) =>
      openAws({ ...place, environment, clock: fastClock(), credentials: async () => ({ ...CREDENTIALS }) }),
    planner: async () => ({
      plan: () => Promise.reject(new Error('The specs plan themselves.')),
      confirmed: () => plan,
    }),
    material: {
      imageSource: async () => ({ sha256: sha256(IMAGE_SOURCE), zip: IMAGE_SOURCE }),
      archive: () => Promise.reject(new Error('No plan of these specs has an archive.')),
      check: async () => AGREES,
    },
    onFault: (error) => faults.push(error),
  });
  deployments.onChange((event) => events.push(event));
}

async function closeService(): Promise<void> {
  await deployments.close();
  await workspace.close();
}

beforeEach(async () => {
  faults = [];
  events = [];
  folder = temporaryFolder();
  standIn = await openMemoryAws();
  standIn.sagemaker.startContainer = async ({ name, region }) => {
    await standIn.writeLog(region, `/aws/sagemaker/Endpoints/${name}`, 'main/i-0', [READY]);
    return null;
  };
  plan = planDeployment(benchFacts(writeModelFile(folder, CONTENT), CONTENT));
  await openService();
});
afterEach(async () => {
  await closeService();
  await standIn.close();
});

/** The deployment, once nobody works on it any more. */
async function settled(id = plan.deployment_id): Promise<Deployment> {
  for (;;) {
    const seen = await deployments.get(id);
    if (seen.state !== 'running' && seen.state !== 'undoing') return seen;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const start = () => deployments.start(planSha256(plan));

describe('deployments', () => {
  it('one that was confirmed runs to its end, tells how far it is, and shows what runs', async () => {
    const begun = await start();
    expect(begun.state).toBe('running');
    const done = await settled();
    expect([done.state, done.fault, faults]).toEqual(['done', null, []]);
    expect(done.steps.map(({ state }) => state)).toEqual(Array(8).fill('done'));
    expect(done.image_uri).toMatch(/^123456789012\.dkr\.ecr\.us-east-1\.amazonaws\.com\/.+@sha256:[0-9a-f]{64}$/);
    expect(done).toMatchObject({
      instance_type: 'ml.c6i.8xlarge',
      ready: { device: 'CPU', threads: 8 },
      check: AGREES,
    });
    expect(done.costs_since).not.toBeNull();
    const started = done.steps.find(({ step }) => step === 'endpoint');
    expect(started?.words).toBe('bench is in service on ml.c6i.8xlarge. Ready on CPU.');
    const { total, lines } = await deployments.log(done.id, 0, 1000);
    expect(total).toBe(lines.length);
    expect(new Set(lines.map(({ from }) => from))).toEqual(new Set(['app', 'image-build', 'endpoint']));
    expect(lines.map(({ at }) => at)).toEqual(lines.map((_, index) => index));
    const states = events.flatMap((event) => (event.what === 'deployment' ? [event.deployment.state] : []));
    expect(states.at(-1)).toBe('done');
  });

  it('the same plan is not started twice, nor is one that is refused', async () => {
    await start();
    await expect(start()).rejects.toMatchObject({ code: 'CONFLICT' });
    await settled();
    await expect(start()).rejects.toMatchObject({ code: 'CONFLICT' });
    plan = planDeployment(benchFacts(writeModelFile(folder), CONTENT, { expires_at: '2020-01-01T00:00:00Z' }));
    await expect(start()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('stops when it is told to, and goes on to one of everything', async () => {
    standIn.onCall = ({ action }) => {
      if (action === 'CreateEndpointConfig') void deployments.cancel(plan.deployment_id);
    };
    await start();
    const stopped = await settled();
    expect(stopped.state).toBe('paused');
    expect(stopped.steps.find(({ step }) => step === 'endpoint-config')).toMatchObject({ state: 'cancelled' });
    expect(standIn.sagemaker.endpoints.names()).toEqual([]);
    standIn.onCall = () => undefined;
    await deployments.resume(stopped.id);
    expect((await settled()).state).toBe('done');
    expect(listAccount(standIn)).toMatchObject({ configs: ['bench-12345678'], endpoints: ['bench'] });
    expect(standIn.sent('CreateModel')).toHaveLength(1);
  });

  it('what is denied says what to add, and is tried again from that step', async () => {
    standIn.faults.refuse('CreateModel', accessDenied);
    await start();
    const failed = await settled();
    expect(failed).toMatchObject({ state: 'failed', fault: { code: 'ACCESS_DENIED' } });
    const policy = failed.fault?.fields.find(({ path }) => path === 'policy')?.message ?? '';
    expect(JSON.parse(policy)).toMatchObject({ Action: 'sagemaker:CreateModel' });
    standIn.faults.clear();
    const uploads = standIn.sent('PutObject').length;
    await deployments.resume(failed.id);
    expect((await settled()).state).toBe('done');
    expect(standIn.sent('PutObject')).toHaveLength(uploads);
  });

  it('an endpoint whose creation was never answered is found, and known to cost', async () => {
    standIn.faults.add(({ action }) => action === 'CreateEndpoint', { kind: 'cut', when: 'after' }, 1);
    await start();
    const done = await settled();
    expect([done.state, standIn.sagemaker.endpoints.names()]).toEqual(['done', ['bench']]);
    expect(done.costs_since).not.toBeNull();
  });

  it('another start of the app finds it, undoes it to nothing, and forgets it', async () => {
    await start();
    await settled();
    await closeService();
    await openService();
    const [found] = await deployments.list();
    expect(found).toMatchObject({ id: plan.deployment_id, state: 'done' });
    expect((await deployments.log(plan.deployment_id, 0, 10)).total).toBeGreaterThan(0);
    await expect(deployments.forget(plan.deployment_id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const request = { id: plan.deployment_id, choices: [...undoChoices] };
    const removals = await deployments.removals(request);
    expect(removals.filter(({ action }) => action === 'remove').length).toBeGreaterThan(10);
    expect((await deployments.undo(request)).state).toBe('undoing');
    expect(await settled()).toMatchObject({ state: 'undone', costs_since: null });
    expect(listAccount(standIn)).toEqual(EMPTY_ACCOUNT);
    await deployments.forget(plan.deployment_id);
    expect(await deployments.list()).toEqual([]);
    expect(events.at(-1)).toEqual({ what: 'removed', id: plan.deployment_id });
  });

  it('undo without choices keeps what was not asked for, and says so', async () => {
    await start();
    await settled();
    const request = { id: plan.deployment_id, choices: [] };
    const kept = (await deployments.removals(request)).filter(({ action }) => action === 'keep');
    expect(kept.map(({ kind }) => kind)).toContain('bucket');
    await deployments.undo(request);
    expect((await settled()).state).toBe('undone');
    const left = listAccount(standIn);
    expect([left.endpoints, left.configs, left.models]).toEqual([[], [], []]);
    expect(left.buckets).toHaveLength(1);
  });

  it('after an undo the same deployment can be made again: a cheap pause', async () => {
    await start();
    await settled();
    await deployments.undo({ id: plan.deployment_id, choices: [] });
    await settled();
    await deployments.resume(plan.deployment_id);
    expect((await settled()).state).toBe('done');
    expect(standIn.sagemaker.endpoints.names()).toEqual(['bench']);
  });

  it('a shared thing that another deployment uses stays, with the reason', async () => {
    await start();
    await settled();
    const first = plan.deployment_id;
    const facts = benchFacts(writeModelFile(folder, CONTENT), CONTENT, { name: 'second' });
    plan = planDeployment({ ...facts, deployment_id: '019a0000-0000-7000-8000-0000aaaabbbb' });
    await start();
    await settled();
    await deployments.undo({ id: first, choices: [...undoChoices] });
    const undone = await settled(first);
    expect([undone.state, undone.fault]).toEqual(['undone', null]);
    const image = undone.resources.find(({ kind }) => kind === 'image');
    expect(image).toMatchObject({ state: 'not-removed', reason: expect.stringContaining('second') });
    const left = listAccount(standIn);
    expect([left.endpoints, left.images.length, left.objects.length > 0]).toEqual([['second'], 1, true]);
  });

  it('an update moves the endpoint to another configuration, and undo takes both', async () => {
    const scaling = { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 } as const;
    plan = planDeployment(benchFacts(writeModelFile(folder, CONTENT), CONTENT, { scaling }));
    await start();
    await settled();
    expect(listAccount(standIn).scaling).toHaveLength(1);
    const facts = benchFacts(writeModelFile(folder, CONTENT), CONTENT, { context_tokens: 2048 });
    plan = planDeployment({ ...facts, revision: 1 });
    await start();
    expect(await settled()).toMatchObject({ state: 'done', fault: null });
    const left = listAccount(standIn);
    expect([left.endpoints, left.configs.length, left.models.length, left.scaling]).toEqual([['bench'], 2, 2, []]);
    const [update] = standIn.sent('UpdateEndpoint');
    expect(update).toEqual({ EndpointName: 'bench', EndpointConfigName: 'bench-12345678-1' });
    expect(standIn.sent('CreateEndpoint')).toHaveLength(1);
    await deployments.undo({ id: plan.deployment_id, choices: [...undoChoices] });
    expect((await settled()).state).toBe('undone');
    expect(listAccount(standIn)).toEqual(EMPTY_ACCOUNT);
  });

  it('rolls an update back, tells it in the log, and says why when it cannot', async () => {
    await start();
    await settled();
    const { deployment_id: id } = plan;
    await expect(deployments.rollBack({ id, config: null })).rejects.toMatchObject({ code: 'CONFLICT' });
    plan = planDeployment({ ...benchFacts(writeModelFile(folder, CONTENT), CONTENT), revision: 1 });
    await start();
    await settled();
    standIn.faults.refuse('UpdateEndpoint', accessDenied);
    const going = { id, config: 'bench-12345678' };
    await expect(deployments.rollBack(going)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await deployments.get(id)).rolling_back_to).toBe('bench-12345678');
    standIn.faults.clear();
    const back = await deployments.rollBack({ id, config: null });
    expect(back.rolling_back_to).toBeNull();
    expect([back.state, back.resources.find(({ kind }) => kind === 'endpoint')?.state]).toEqual(['done', 'made']);
    expect(standIn.sent('UpdateEndpoint').at(-1)).toMatchObject({ EndpointConfigName: 'bench-12345678' });
    const { lines } = await deployments.log(id, 0, 1000);
    expect(lines.at(-1)?.text).toContain('bench is back at bench-12345678');
  });

  it('an update from the CPU to a GPU lets both roles at the other repository, and keeps what the plan before may', async () => {
    await start();
    await settled();
    const gpu = { accelerator: 'gpu', instances: { kind: 'one', type: 'ml.g6.2xlarge' } } as const;
    plan = planDeployment({ ...benchFacts(writeModelFile(folder, CONTENT), CONTENT, gpu), revision: 1 });
    await start();
    expect(await settled()).toMatchObject({ state: 'done', fault: null });
    for (const name of ['bench-12345678-execution', 'bench-12345678-build']) {
      const policies = [...(standIn.backend.iam.roles.find('', name)?.policies.values() ?? [])];
      const repositories = policies.map((text) => /repository\/decision-workbench-(cpu|gpu)/.exec(String(text))?.[1]);
      expect(repositories).toEqual(['cpu', 'gpu']);
    }
    await deployments.undo({ id: plan.deployment_id, choices: [...undoChoices] });
    expect((await settled()).state).toBe('undone');
    expect(listAccount(standIn)).toEqual(EMPTY_ACCOUNT);
  });

  it('writes no secret down', async () => {
    await start();
    await settled();
    const home = join(folder, 'workspace', 'deployments', plan.deployment_id);
    const files = readdirSync(home);
    expect(files.sort()).toEqual(['journal.jsonl', 'log.jsonl']);
    const text = files.map((file) => readFileSync(join(home, file), 'utf8')).join('');
    for (const secret of Object.values(CREDENTIALS)) expect(text).not.toContain(secret);
  });
});
