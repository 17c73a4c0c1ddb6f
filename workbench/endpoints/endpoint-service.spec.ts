import { createServer } from 'node:http';
import { CreateRepositoryCommand, DescribeRepositoriesCommand, ECRClient } from '@aws-sdk/client-ecr';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListBucketsCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateEndpointCommand,
  CreateEndpointConfigCommand,
  type CreateEndpointConfigCommandInput,
  CreateModelCommand,
  DescribeEndpointCommand,
  SageMakerClient,
  UpdateEndpointCommand,
} from '@aws-sdk/client-sagemaker';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fastClock } from '../../test/deployment/fast-clock.ts';
import { ACCOUNT, CREDENTIALS, REGION } from '../../test/stand-ins/aws/account.ts';
import { clientSettings } from '../../test/stand-ins/aws/clients.ts';
import { accessDenied } from '../../test/stand-ins/aws/injected-faults.ts';
import { type AwsStandIn, openMemoryAws } from '../../test/stand-ins/aws/open-aws.ts';
import { endpointListSchema } from '../contract/endpoints.ts';
import { openAws } from '../deployment/aws/open-aws.ts';
import type { Deployments } from '../deployment/deployments.ts';
import { createEndpoints } from './endpoint-service.ts';
import type { Endpoints } from './endpoints.ts';

// Endpoints of the stand-in are made now; it is looked at them some thirty hours later.
const HOURS = 30;
const NOW = Date.now() + HOURS * 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const EXPIRES = inHours(12);

const DEPLOYMENT = '01890a5d-ac96-774b-bcce-b302099a8057';
const UNIQUE = '099a8057';
const ref = { region: REGION, profile: null, name: 'triage' };

function tagsOf(own: Record<string, string> = {}) {
  const tags = {
    'decision-workbench:application': 'decision-workbench',
    'decision-workbench:deployment': DEPLOYMENT,
    'decision-workbench:decision': 'Which queue',
    'decision-workbench:configuration': 'c'.repeat(64),
    'decision-workbench:expires': EXPIRES,
    ...own,
  };
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

const ready = JSON.stringify({
  level: 30,
  msg: 'ready',
  device: 'NVIDIA L4',
  backend: 'cuda',
  layers_requested: '-1',
  layers_offloaded: 37,
  layers_total: 37,
  threads: 4,
  engine: 'node-llama-cpp',
  engine_version: '3.21.1',
  model_sha256: 'e'.repeat(64),
  readout: 'letters',
});

let aws: AwsStandIn;
let client: SageMakerClient;
let endpoints: Endpoints;
let noted: string[];

beforeEach(async () => {
  aws = await openMemoryAws();
  client = new SageMakerClient(clientSettings(aws.url));
  noted = [];
  const clock = fastClock(NOW);
  const missing = () => Promise.reject(new Error('The journal is empty'));
  const deployments: Deployments = {
    defaults: missing,
    identity: missing,
    plan: missing,
    preflight: missing,
    start: missing,
    list: async () => [],
    get: missing,
    log: missing,
    resume: missing,
    cancel: missing,
    removals: missing,
    undo: missing,
    rollBack: missing,
    forget: missing,
    onChange: () => () => undefined,
    close: async () => undefined,
  };
  endpoints = createEndpoints({
    deployments,
    openAws: ({ region, profile }) =>
      openAws({
        region,
        profile,
        clock,
        environment: { DECISION_WORKBENCH_AWS_ENDPOINTS: aws.endpoints() },
        credentials: async () => ({ ...CREDENTIALS }),
      }),
    lastCalls: {
      of: () => null,
      note: async (region, name) => void noted.push(`${region}/${name}`),
    },
    checkEndpoint: () => Promise.reject(new Error('Nothing is compared here')),
    samples: { load: () => Promise.reject(new Error('No samples')) },
    configurations: {
      get: () => {
        throw new Error('No configurations');
      },
    },
    now: clock.now,
  });
  onTestFinished(async () => {
    client.destroy();
    await aws.close();
  });
});

const gpu: Partial<NonNullable<CreateEndpointConfigCommandInput['ProductionVariants']>[number]> = {
  InstancePools: [
    { InstanceType: 'ml.g6e.xlarge', Priority: 1 },
    { InstanceType: 'ml.g6.2xlarge', Priority: 2 },
  ],
};

/** Model, endpoint configuration and endpoint, as an update would make them as well. */
async function make(
  name: string,
  own: { versioned?: string; tags?: ReturnType<typeof tagsOf>; variant?: typeof gpu; endpoint?: boolean } = {},
) {
  const { versioned = `${name}-${UNIQUE}`, tags: Tags = tagsOf(), variant = gpu, endpoint = true } = own;
  const Image = `${ACCOUNT}.dkr.ecr.${REGION}.amazonaws.com/decision-workbench-gpu@sha256:${'a'.repeat(64)}`;
  const PrimaryContainer = { Image, Environment: { DECISION_THREADS: '4' } };
  const ExecutionRoleArn = `arn:aws:iam::${ACCOUNT}:role/somebody`;
  await client.send(new CreateModelCommand({ ModelName: versioned, ExecutionRoleArn, PrimaryContainer, Tags }));
  const only = { VariantName: 'main', ModelName: versioned, InitialInstanceCount: 1, ...variant };
  await client.send(
    new CreateEndpointConfigCommand({ EndpointConfigName: versioned, ProductionVariants: [only], Tags }),
  );
  if (!endpoint) return;
  await client.send(new CreateEndpointCommand({ EndpointName: name, EndpointConfigName: versioned, Tags }));
  await untilInService(name);
}

async function untilInService(name: string): Promise<void> {
  const look = () => client.send(new DescribeEndpointCommand({ EndpointName: name }));
  while ((await look()).EndpointStatus !== 'InService');
}

const writeLog = (name: string, lines: string[]) =>
  aws.writeLog(REGION, `/aws/sagemaker/Endpoints/${name}`, 'main/i-0123', lines);

const list = () => endpoints.list({ regions: [REGION], profile: null });
const names = () => ({
  endpoints: aws.sagemaker.endpoints.items.map(({ name }) => name),
  configs: aws.sagemaker.configs.items.map(({ name }) => name),
  models: aws.sagemaker.models.items.map(({ name }) => name),
});
const foreign = () =>
  make('triage-too', {
    versioned: `triage-too-${UNIQUE}`,
    tags: [{ Key: 'team', Value: 'others' }],
    variant: { InstanceType: 'ml.c6i.2xlarge' },
  });

describe('the list', () => {
  it('says of an orphan what really runs, what it costs and when it should be gone', async () => {
    aws.sagemaker.noCapacity.add('ml.g6e.xlarge');
    await make('triage');
    await writeLog('triage', ['not JSON', '{"msg":"starting"}', 'a', 'b', 'c', ready]);
    await foreign();
    const answer = endpointListSchema.parse(await list());
    expect(answer.faults).toEqual([]);
    expect(answer.leftovers).toEqual([]);
    expect(answer.endpoints).toHaveLength(1);
    const [endpoint] = answer.endpoints;
    expect(endpoint).toMatchObject({
      ref,
      status: 'InService',
      orphan: true,
      deployment_id: DEPLOYMENT,
      path: 'decisions',
      decision: 'Which queue',
      configuration: { sha256: 'c'.repeat(64), name: null },
      instance_types: ['ml.g6e.xlarge', 'ml.g6.2xlarge'],
      instance_type: 'ml.g6.2xlarge',
      instance_count: 1,
      ready: {
        device: 'NVIDIA L4',
        backend: 'cuda',
        layers_offloaded: 37,
        layers_total: 37,
        engine: 'node-llama-cpp 3.21.1',
      },
      expires_at: EXPIRES,
      expired: false,
      previous_config: null,
    });
    expect(endpoint?.price.usd_per_hour).toBeGreaterThan(0);
    // Made a moment ago, by the clock of the stand-in.
    const hours = (endpoint?.cost_so_far_usd ?? 0) / (endpoint?.price.usd_per_hour ?? 1);
    expect(hours).toBeGreaterThan(HOURS - 1);
    expect(hours).toBeLessThan(HOURS + 1);
    expect(endpoint?.idle).toBe(true);
  });

  it('names what hangs on no endpoint, and nothing of others', async () => {
    await make('triage', { endpoint: false });
    await make('other', {
      versioned: 'other-11112222',
      tags: [],
      endpoint: false,
      variant: { InstanceType: 'ml.c6i.2xlarge' },
    });
    const { endpoints: found, leftovers } = await list();
    expect(found).toEqual([]);
    expect(leftovers.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      `endpoint-config triage-${UNIQUE}`,
      `model triage-${UNIQUE}`,
    ]);
  });

  it('goes on with the other regions when one cannot be asked', async () => {
    await make('triage');
    const trouble = { kind: 'refuse', when: 'before', refusal: accessDenied } as const;
    aws.faults.add(({ action, region }) => action === 'ListEndpoints' && region === 'eu-west-1', trouble);
    const answer = await endpoints.list({ regions: ['eu-west-1', REGION], profile: null });
    expect(answer.endpoints.map((one) => one.ref.name)).toEqual(['triage']);
    expect(answer.faults).toMatchObject([{ region: 'eu-west-1', fault: { code: 'ACCESS_DENIED' } }]);
  });
});

describe('a caller who may not look at everything', () => {
  it('is told of endpoints whose tags may not be read, and sees the rest', async () => {
    await make('triage');
    await foreign();
    const trouble = { kind: 'refuse', when: 'before', refusal: accessDenied } as const;
    aws.faults.add(
      ({ action, input }) => action === 'ListTags' && String(input.ResourceArn).includes('triage-too'),
      trouble,
    );
    const answer = await list();
    expect(answer.endpoints.map((one) => one.ref.name)).toEqual(['triage']);
    expect(answer.faults).toMatchObject([{ fault: { code: 'ACCESS_DENIED', fields: [{ path: 'policy' }] } }]);
    expect(answer.faults[0]?.fault.message).toContain('triage-too');
  });

  it('may not list roles and projects, is told so, and goes on without them', async () => {
    await make('triage');
    for (const action of ['ListRoles', 'ListProjects']) aws.faults.refuse(action, accessDenied);
    const answer = endpointListSchema.parse(await list());
    expect({ found: answer.endpoints.length, faults: answer.faults }).toEqual({ found: 1, faults: [] });
    expect(answer.unread).toMatchObject([{ region: REGION, fault: { code: 'ACCESS_DENIED' } }]);
    expect(answer.unread[0]?.fault.message).toContain('the build projects, the roles');
  });

  it('may not look at one role, is told its name, and sees the others', async () => {
    await make('triage', { endpoint: false });
    const iam = new IAMClient(clientSettings(aws.url));
    for (const purpose of ['execution', 'build']) {
      const RoleName = `triage-${UNIQUE}-${purpose}`;
      await iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: '{}', Tags: tagsOf() }));
    }
    iam.destroy();
    const hidden = `triage-${UNIQUE}-execution`;
    aws.faults.add(({ action, input }) => action === 'ListRoleTags' && input.RoleName === hidden, {
      kind: 'refuse',
      when: 'before',
      refusal: accessDenied,
    });
    const { unread, leftovers } = await list();
    expect(unread.map(({ fault }) => fault.message)).toEqual([expect.stringContaining(`the role ${hidden}`)]);
    expect(leftovers.map(({ kind }) => kind)).toContain('build-role');
    expect(leftovers.map(({ kind }) => kind)).not.toContain('execution-role');
  });
});

describe('what may not be looked at', () => {
  it('hides no other endpoint, and is told by its name', async () => {
    await make('triage');
    await make('hidden', {
      versioned: 'hidden-33334444',
      tags: tagsOf({ 'decision-workbench:deployment': '01890a5d-ac96-774b-bcce-b30233334444' }),
    });
    aws.faults.add(
      ({ action, input }) => action === 'DescribeEndpointConfig' && input.EndpointConfigName === 'hidden-33334444',
      { kind: 'refuse', when: 'before', refusal: accessDenied },
    );
    const answer = await list();
    expect(answer.endpoints.map((one) => one.ref.name)).toEqual(['triage']);
    expect(answer.faults).toMatchObject([
      { fault: { code: 'ACCESS_DENIED', message: expect.stringContaining('hidden') } },
    ]);
  });

  it('keeps what it may share', async () => {
    const Tags = [{ Key: 'decision-workbench:application', Value: 'decision-workbench' }];
    const ecr = new ECRClient(clientSettings(aws.url));
    await ecr.send(new CreateRepositoryCommand({ repositoryName: 'decision-workbench-cpu', tags: Tags }));
    await make('triage');
    aws.faults.refuse('ListTags', accessDenied);
    await endpoints.removeEverything({ regions: [REGION], profile: null, expired_only: false, choices: ['image'] });
    const { repositories } = await ecr.send(new DescribeRepositoriesCommand({}));
    ecr.destroy();
    expect([names().endpoints, repositories?.length]).toEqual([['triage'], 1]);
  });
});

describe('removing', () => {
  it('says before what goes and what stays, and then does it; a neighbour stays', async () => {
    await make('triage');
    await writeLog('triage', [ready]);
    await make('triage', { versioned: `triage-${UNIQUE}-1`, endpoint: false });
    await foreign();
    const planned = await endpoints.removals({ ref, choices: [] });
    expect(planned.filter(({ action }) => action === 'keep').map(({ kind }) => kind)).toEqual(['log-group']);
    const { removals, faults } = await endpoints.remove({ ref, choices: ['logs'] });
    expect(faults).toEqual([]);
    expect(removals.filter(({ action }) => action === 'remove').map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'endpoint triage',
      'log-group /aws/sagemaker/Endpoints/triage',
      `endpoint-config triage-${UNIQUE}`,
      `endpoint-config triage-${UNIQUE}-1`,
      `model triage-${UNIQUE}`,
      `model triage-${UNIQUE}-1`,
    ]);
    const left = `triage-too-${UNIQUE}`;
    expect(names()).toEqual({ endpoints: ['triage-too'], configs: [left], models: [left] });
    expect(await list()).toMatchObject({ endpoints: [], leftovers: [] });
  });

  it('that was killed on the way finds the log group again, and takes scaling with the endpoint', async () => {
    await make('triage');
    await writeLog('triage', [ready]);
    aws.scaling.targets.push({
      region: REGION,
      arn: 'arn',
      input: { ResourceId: 'endpoint/triage/variant/main', MinCapacity: 1, MaxCapacity: 2 },
      policies: new Map(),
    });
    const killed = new AbortController();
    aws.faults.decide = ({ action }) => {
      if (action !== 'DeleteLogGroup') return null;
      killed.abort();
      return { kind: 'cut', when: 'before' };
    };
    await endpoints.remove({ ref, choices: ['logs'] }, killed.signal).catch(() => undefined);
    aws.faults.clear();
    expect([names().endpoints, aws.scaling.targets]).toEqual([[], []]);
    const request = { regions: [REGION], profile: null, expired_only: false };
    const { removals } = await endpoints.removeEverything({ ...request, choices: ['logs'] });
    expect(removals).toContainEqual({
      key: 'log-group//aws/sagemaker/Endpoints/triage',
      kind: 'log-group',
      name: '/aws/sagemaker/Endpoints/triage',
      action: 'remove',
      sentence: 'It was removed.',
    });
    expect(names()).toEqual({ endpoints: [], configs: [], models: [] });
  });

  it('keeps what the endpoint needs when the endpoint cannot go, and says why', async () => {
    aws.sagemaker.script = () => ({
      create: ['InService'],
      update: [],
      remove: ['Deleting', 'Failed'],
      failureReason: 'It hangs.',
    });
    await make('triage');
    const { removals, faults } = await endpoints.remove({ ref, choices: [] });
    expect(faults.map(({ code }) => code)).toEqual(['CLOUD_FAILED']);
    expect(removals.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
      'scaling gone',
      'endpoint keep',
      'log-group keep',
      'endpoint-config keep',
      'model keep',
    ]);
    expect(names().configs).toEqual([`triage-${UNIQUE}`]);
  });

  it('refuses an endpoint of others, and one that is not there', async () => {
    await foreign();
    await expect(endpoints.remove({ ref: { ...ref, name: 'triage-too' }, choices: [] })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(endpoints.remove({ ref, choices: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(names().endpoints).toEqual(['triage-too']);
  });

  it('removes everything that has expired, and nothing else', async () => {
    await make('old', { tags: tagsOf({ 'decision-workbench:expires': inHours(-1) }) });
    await make('young', {
      versioned: 'young-33334444',
      tags: tagsOf({ 'decision-workbench:deployment': '01890a5d-ac96-774b-bcce-b30233334444' }),
    });
    await make('forever', {
      versioned: 'forever-55556666',
      tags: tagsOf({
        'decision-workbench:deployment': '01890a5d-ac96-774b-bcce-b30255556666',
        'decision-workbench:expires': 'never',
      }),
    });
    const request = { regions: [REGION], profile: null, choices: [] };
    expect((await endpoints.removeEverything({ ...request, expired_only: true })).faults).toEqual([]);
    expect(names().endpoints.toSorted()).toEqual(['forever', 'young']);
    expect((await endpoints.removeEverything({ ...request, expired_only: false })).faults).toEqual([]);
    expect(names()).toEqual({ endpoints: [], configs: [], models: [] });
  });
});

describe('what several deployments share', () => {
  it('goes with the last of them where no journal knows it, and only what is ours', async () => {
    const bucket = `decision-workbench-${ACCOUNT}-${REGION}`;
    const Tags = [{ Key: 'decision-workbench:application', Value: 'decision-workbench' }];
    const s3 = new S3Client({ ...clientSettings(aws.url), forcePathStyle: true });
    const ecr = new ECRClient(clientSettings(aws.url));
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    await s3.send(new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet: Tags } }));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'decision-workbench/models/a.gguf', Body: 'x' }));
    await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'decision-workbench/models/b.gguf' }));
    await ecr.send(new CreateRepositoryCommand({ repositoryName: 'decision-workbench-cpu', tags: Tags }));
    // Its name is one of ours, and its tags are not.
    await ecr.send(new CreateRepositoryCommand({ repositoryName: 'decision-workbench-gpu' }));
    await make('triage');
    expect((await list()).leftovers).toEqual([]);
    await endpoints.remove({ ref, choices: [] });
    const { leftovers } = await list();
    expect(leftovers.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'repository decision-workbench-cpu',
      `bucket ${bucket}`,
    ]);
    const request = { regions: [REGION], profile: null, expired_only: false };
    const kept = await endpoints.removeEverything({ ...request, choices: ['bucket'] });
    expect(kept.removals.find(({ kind }) => kind === 'bucket')).toMatchObject({ action: 'keep' });
    const { faults } = await endpoints.removeEverything({ ...request, choices: ['objects', 'bucket', 'image'] });
    expect(faults).toEqual([]);
    const { Buckets } = await s3.send(new ListBucketsCommand({}));
    const { repositories } = await ecr.send(new DescribeRepositoriesCommand({}));
    expect([Buckets ?? [], repositories?.map(({ repositoryName }) => repositoryName)]).toEqual([
      [],
      ['decision-workbench-gpu'],
    ]);
    s3.destroy();
    ecr.destroy();
  });
});

describe('an update', () => {
  it('can be rolled back to the endpoint configuration before', async () => {
    await make('triage');
    await make('triage', { versioned: `triage-${UNIQUE}-1`, endpoint: false });
    await client.send(new UpdateEndpointCommand({ EndpointName: 'triage', EndpointConfigName: `triage-${UNIQUE}-1` }));
    await untilInService('triage');
    const [listed] = (await list()).endpoints;
    expect(listed?.previous_config).toBe(`triage-${UNIQUE}`);
    expect(listed?.previous_price?.usd_per_hour).toBeGreaterThan(0);
    aws.scaling.targets.push({
      region: REGION,
      arn: 'arn',
      input: { ResourceId: 'endpoint/triage/variant/main', MinCapacity: 1, MaxCapacity: 2 },
      policies: new Map(),
    });
    // How it was scaled nobody knows here, so it could not be set again.
    await expect(endpoints.rollBack(ref)).rejects.toMatchObject({ code: 'CONFLICT' });
    aws.scaling.targets.length = 0;
    const after = await endpoints.rollBack(ref);
    expect(after.status).toBe('Updating');
    expect(aws.sent('UpdateEndpoint').at(-1)).toEqual({
      EndpointName: 'triage',
      EndpointConfigName: `triage-${UNIQUE}`,
    });
    await untilInService('triage');
    await expect(endpoints.rollBack(ref)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('trying', () => {
  it('waits while it is busy, and notes the call', async () => {
    let calls = 0;
    const container = createServer((request, response) => {
      request.resume().on('end', () => {
        calls += 1;
        response.writeHead(calls === 1 ? 503 : 200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(calls === 1 ? { error: 'busy' } : { result: { id: 'a' } }));
      });
    });
    await new Promise<void>((resolve) => container.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      container.closeAllConnections();
      container.close();
    });
    const address = container.address();
    aws.container = () => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await make('triage');
    const answer = await endpoints.invoke({ ref, body: '{"decision": {}}' });
    expect(answer).toMatchObject({ body: '{"result":{"id":"a"}}', retries: 1 });
    expect(noted).toEqual([`${REGION}/triage`]);
  });

  it('passes on what the container says of a request that it refuses', async () => {
    const container = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(400, { 'Content-Type': 'application/json' });
        response.end(
          JSON.stringify({
            error: 'The request breaks a rule.',
            retryable: false,
            code: 'INVALID_REQUEST',
            request_id: 'x',
          }),
        );
      });
    });
    await new Promise<void>((resolve) => container.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      container.closeAllConnections();
      container.close();
    });
    const address = container.address();
    aws.container = () => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await make('triage');
    await expect(endpoints.invoke({ ref, body: '{}' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('The request breaks a rule.'),
    });
  });
});
