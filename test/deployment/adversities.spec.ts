import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Aws } from '../../workbench/deployment/aws/open-aws.ts';
import type { DeploymentState } from '../../workbench/deployment/journal/fold-journal.ts';
import type { Plan } from '../../workbench/deployment/plan/plan.ts';
import { planDeployment } from '../../workbench/deployment/plan/plan-deployment.ts';
import type { PlanFacts } from '../../workbench/deployment/plan/plan-facts.ts';
import type { ResourceKind } from '../../workbench/deployment/plan/resource.ts';
import { completeModelInput } from '../../workbench/deployment/plan/sagemaker-inputs.ts';
import { type Target, targetSchema } from '../../workbench/deployment/plan/target.ts';
import { CREDENTIALS } from '../stand-ins/aws/account.ts';
import type { AwsCall } from '../stand-ins/aws/aws-call.ts';
import { AwsRefusal } from '../stand-ins/aws/aws-call.ts';
import { accessDenied, expired, iamAction, throttled } from '../stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { USUAL_SCRIPT } from '../stand-ins/aws/sagemaker/sagemaker.ts';
import { restoreAccount, saveAccount } from '../stand-ins/aws/save-account.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { benchFacts, sha256, writeModelFile } from './bench-facts.ts';
import { addNeighbour, EMPTY_ACCOUNT, listAccount } from './list-account.ts';
import { deploy, openBenchAws, readJournalText, undoAll } from './open-sitting.ts';

const CONTENT = 'GGUF and some weights';
const ready = { level: 'info', msg: 'ready', device: 'CPU', backend: 'cpu', layers_offloaded: 0, layers_total: 9 };
const scaled = { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 } as const;

let aws: AwsStandIn<MemoryBackend>;
let seen: Aws;
let empty: Buffer;
let folder = '';
beforeAll(async () => {
  aws = await openMemoryAws();
  seen = await openBenchAws(aws.endpoints());
  await addNeighbour(aws, 'bench', '12345678');
  empty = saveAccount(aws);
});
afterAll(async () => {
  seen?.close();
  await aws?.close();
});
beforeEach(() => {
  restoreAccount(aws, empty);
  aws.calls.length = 0;
  aws.faults.clear();
  aws.denied.clear();
  aws.sagemaker.quotas.clear();
  aws.sagemaker.noCapacity.clear();
  aws.sagemaker.script = () => USUAL_SCRIPT;
  aws.containerLog = () => [JSON.stringify(ready)];
  aws.builds.failure = null;
  aws.builds.wrongDigest = false;
  aws.backend.s3.foreign.clear();
  folder = temporaryFolder();
});

function planOf(target: Partial<Target> = {}, facts: Partial<PlanFacts> = {}): Plan {
  return planDeployment({
    ...benchFacts(writeModelFile(folder, CONTENT), CONTENT, { scaling: scaled, ...target }),
    ...facts,
  });
}

const options = (plan: Plan) => ({ folder, plan, aws: seen });

/** Every way on leads to one of everything, and every way back to nothing. */
async function endsWell(plan: Plan): Promise<void> {
  aws.faults.clear();
  const done = await deploy(options(plan));
  expect([done.status, done.fault]).toEqual(['done', null]);
  await leavesNothing(plan);
}

async function leavesNothing(plan: Plan): Promise<void> {
  aws.faults.clear();
  const undone = await undoAll(options(plan));
  expect([undone.status, undone.fault]).toEqual(['undone', null]);
  expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
}

function presenceOf(state: DeploymentState, kind: ResourceKind): string | undefined {
  return [...state.resources.values()].find(({ resource }) => resource.kind === kind)?.presence;
}

function fieldOf({ fault }: DeploymentState, path: string): string {
  return fault?.fields.find((field) => field.path === path)?.message ?? '';
}

describe('before anything is made', () => {
  it('an image by a tag is refused, in the target and in what would be sent', () => {
    const target = { ...planOf().target, image: { from: 'uri', uri: 'repository:latest' } };
    expect(targetSchema.safeParse(target).success).toBe(false);
    const input = { ModelName: 'm', PrimaryContainer: { Image: 'x' } };
    expect(() => completeModelInput(input, 'repository:latest')).toThrow(/no image by digest/);
  });

  it('a quota of zero is found, and nothing is made', async () => {
    aws.sagemaker.quotas.set('ml.c6i.8xlarge', 0);
    const plan = planOf();
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({
      message: expect.stringMatching(/may have 0 of ml\.c6i\.8xlarge/),
      next: expect.stringMatching(/Service Quotas/),
    });
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
    aws.sagemaker.quotas.clear();
    await endsWell(plan);
  });

  it('a bucket in another region, or of another account, is refused', async () => {
    const bucket = { bucket: 'given', name: 'a-bucket-elsewhere' } as const;
    aws.backend.s3.buckets.set(bucket.name, {
      name: bucket.name,
      region: 'eu-west-1',
      tags: [],
      objects: new Map(),
      uploads: new Map(),
      settings: new Map(),
    });
    const before = listAccount(aws);
    const elsewhere = await deploy(options(planOf({ bucket })));
    expect(elsewhere.fault?.message).toMatch(/eu-west-1/);
    expect(listAccount(aws)).toEqual(before);
    folder = temporaryFolder();
    aws.backend.s3.foreign.add('a-bucket-of-others');
    const foreign = await deploy(options(planOf({ bucket: { bucket: 'given', name: 'a-bucket-of-others' } })));
    expect(foreign.fault?.message).toMatch(/another account/);
    expect(listAccount(aws)).toEqual(before);
  });

  it('a role that may not do what it has to is refused, with what is missing', async () => {
    const execution = { role: 'given', arn: 'arn:aws:iam::123456789012:role/shared' } as const;
    const plan = planOf({ roles: { execution, build: { role: 'make' } } });
    const missing = await deploy(options(plan));
    expect(missing.fault?.message).toMatch(/shared is not there/);
    aws.backend.iam.roles.add({
      name: 'shared',
      region: '',
      arn: execution.arn,
      input: {},
      created: 0,
      tags: [],
      trust: '{}',
      policies: new Map(),
      attached: new Set(),
    });
    aws.denied.add('ecr:BatchGetImage');
    const denied = await deploy(options(plan));
    expect(denied.fault?.message).toMatch(/ecr:BatchGetImage/);
    aws.denied.clear();
    expect((await deploy(options(plan))).status).toBe('done');
    await undoAll(options(plan));
    expect(listAccount(aws)).toEqual({ ...EMPTY_ACCOUNT, roles: ['shared'] });
  });
});

describe('what is not ours', () => {
  const kinds: [ResourceKind, (plan: Plan) => void][] = [
    ['model', (plan) => void addItem(aws.sagemaker.models, plan, 'model')],
    ['endpoint-config', (plan) => void addItem(aws.sagemaker.configs, plan, 'endpoint-config')],
    [
      'endpoint',
      (plan) =>
        void aws.sagemaker.endpoints.add({
          ...item(plan, 'endpoint'),
          config: 'x',
          chosen: null,
          states: ['InService'],
          failureReason: null,
          updatedTo: null,
          leaving: false,
          modified: 0,
        }),
    ],
    [
      'execution-role',
      (plan) =>
        void aws.backend.iam.roles.add({
          ...item(plan, 'execution-role'),
          region: '',
          trust: '{}',
          policies: new Map([['theirs', '{}']]),
          attached: new Set(),
        }),
    ],
    ['repository', (plan) => void aws.backend.ecr.repositories.add({ ...item(plan, 'repository'), images: [] })],
    ['image-project', (plan) => void addItem(aws.codebuild.projects, plan, 'image-project')],
    [
      'bucket',
      (plan) =>
        void aws.backend.s3.buckets.set(plan.bucket, {
          name: plan.bucket,
          region: 'us-east-1',
          tags: [],
          objects: new Map(),
          uploads: new Map(),
          settings: new Map(),
        }),
    ],
  ];

  function item(plan: Plan, kind: ResourceKind) {
    const resource = plan.resources.find((one) => one.kind === kind);
    return {
      name: resource?.name ?? '',
      region: 'us-east-1',
      arn: resource?.arn ?? '',
      input: { name: resource?.name },
      created: 0,
      tags: [],
    };
  }
  function addItem(shelf: AwsStandIn['sagemaker']['models'], plan: Plan, kind: ResourceKind) {
    return shelf.add(item(plan, kind));
  }

  it.each(kinds)('a foreign %s of the same name is neither used nor removed', async (kind, add) => {
    const plan = planOf();
    add(plan);
    const foreign = listAccount(aws);
    const before = saveAccount(aws);
    const state = await deploy(options(plan));
    expect(state.status).toBe('failed');
    expect(state.fault?.code).toBe('CONFLICT');
    const name = plan.resources.find((resource) => resource.kind === kind)?.name ?? '';
    expect(state.fault?.message).toContain(name);
    await undoAll(options(plan));
    expect(listAccount(aws)).toEqual(foreign);
    aws.backend.s3.count = 0;
    expect(saveAccount(aws).equals(before)).toBe(true);
  });

  it('neighbours with similar names survive a deployment and its undo', async () => {
    const theirs = temporaryFolder();
    const facts = benchFacts(writeModelFile(theirs, 'another model'), 'another model', {
      scaling: scaled,
      name: 'bench-3',
    });
    const neighbour = planDeployment({ ...facts, deployment_id: '019a0000-0000-7000-8000-000087654321' });
    expect((await deploy(options(neighbour))).status).toBe('done');
    await aws.writeLog('us-east-1', '/aws/sagemaker/Endpoints/bench-and-more', 's', ['theirs']);
    const bucket = aws.backend.s3.buckets.get(neighbour.bucket);
    bucket?.objects.set('decision-workbench/models/theirs', {
      data: Buffer.from('x'),
      etag: '""',
      checksums: {},
      tags: [],
      metadata: {},
    });
    const before = listAccount(aws);
    const plan = planOf();
    expect((await deploy(options(plan))).status).toBe('done');
    // Image and source are the neighbour's, too: the service knows it from the other journal.
    const undone = await undoAll(options(plan), ({ kind }) => (/^(image|source-object)$/.test(kind) ? 'needed' : null));
    expect(undone.status).toBe('undone');
    expect(listAccount(aws)).toEqual(before);
  });
});

describe('the model', () => {
  it('that changed since it was planned is not uploaded', async () => {
    const plan = planOf();
    writeFileSync(plan.model.local_path ?? '', 'GGUF and other weight');
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({
      code: 'MODEL_UNREADABLE',
      message: expect.stringMatching(/not the file any more/),
    });
    expect(listAccount(aws)).toMatchObject({ uploads: [], objects: [], endpoints: [] });
    await leavesNothing(plan);
  });

  it('of the hub whose checksum differs stops in the build, and nothing of it is served', async () => {
    const model = {
      from: 'hub',
      repository: 'some/model',
      revision: 'a'.repeat(40),
      file: 'model.gguf',
      sha256: sha256(CONTENT),
      bytes: CONTENT.length,
    } as const;
    aws.builds.hubFile = Buffer.from('something else');
    const plan = planOf({ model });
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({ code: 'CLOUD_FAILED', message: expect.stringMatching(/checksum/) });
    expect(fieldOf(state, 'log')).toMatch(/checksum of model\.gguf/);
    expect(listAccount(aws)).toMatchObject({ models: [], endpoints: [] });
    aws.builds.hubFile = Buffer.from(CONTENT);
    await endsWell(plan);
  });
});

describe('the image', () => {
  it('whose build fails shows the last lines of the build', async () => {
    aws.builds.failure = { phase: 'BUILD', message: 'no space left on device' };
    const plan = planOf();
    const state = await deploy(options(plan));
    expect(state.fault?.message).toMatch(/FAILED in its phase BUILD: no space left/);
    expect(fieldOf(state, 'log')).toMatch(/no space left on device/);
    aws.builds.failure = null;
    await endsWell(plan);
  });

  it('whose digest is not that of the registry is not used', async () => {
    aws.builds.wrongDigest = true;
    const plan = planOf();
    const state = await deploy(options(plan));
    expect(state.fault?.message).toMatch(/the registry has sha256:/);
    expect(listAccount(aws).models).toEqual([]);
    await leavesNothing(plan);
  });

  it('of the same source is used again', async () => {
    const plan = planOf();
    await deploy(options(plan));
    const builds = aws.codebuild.builds.length;
    const journal = folder;
    folder = temporaryFolder();
    const second = planDeployment({
      ...benchFacts(writeModelFile(folder, CONTENT), CONTENT, { name: 'second' }),
      deployment_id: '019a0000-0000-7000-8000-0000000000ff',
    });
    expect((await deploy(options(second))).status).toBe('done');
    expect(aws.codebuild.builds.length).toBe(builds);
    await undoAll(options(second));
    folder = journal;
    await leavesNothing(plan);
  });
});

describe('the endpoint', () => {
  it('finds no capacity in any pool: says which were tried, stays on the list, can be made again', async () => {
    const types = ['ml.g6e.xlarge', 'ml.g6.2xlarge'];
    const instances = { kind: 'pools', pools: types.map((type, index) => ({ type, priority: index + 1 })) } as const;
    for (const type of types) aws.sagemaker.noCapacity.add(type);
    const plan = planOf({ accelerator: 'gpu', instances });
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({ code: 'NO_CAPACITY', message: expect.stringContaining(types.join(', ')) });
    expect(presenceOf(state, 'endpoint')).toBe('there');
    aws.sagemaker.noCapacity.clear();
    await endsWell(plan);
  });

  it('has a quota less than preflight saw', async () => {
    aws.faults.refuse(
      'CreateEndpoint',
      () =>
        new AwsRefusal(
          'ResourceLimitExceeded',
          "The account-level service limit 'ml.c6i.8xlarge for endpoint usage' is 0 Instances",
        ),
    );
    const plan = planOf();
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({ code: 'QUOTA_EXCEEDED', next: expect.stringMatching(/Service Quotas/) });
    await endsWell(plan);
  });

  it('whose container fails its health check shows its last lines, and stays on the list', async () => {
    const { startContainer } = aws.sagemaker;
    aws.sagemaker.startContainer = async ({ name, region }) => {
      await aws.writeLog(region, `/aws/sagemaker/Endpoints/${name}`, 'main/i-0', [
        '{"level":"fatal","error":"no GGUF file"}',
      ]);
      return 'The primary container for production variant main did not pass the ping health check.';
    };
    const plan = planOf();
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({ code: 'ENDPOINT_FAILED', message: expect.stringMatching(/health check/) });
    expect(fieldOf(state, 'log')).toMatch(/no GGUF file/);
    expect(presenceOf(state, 'endpoint')).toBe('there');
    aws.sagemaker.startContainer = startContainer;
    await endsWell(plan);
  });

  it('that is stuck in Creating is given up after its time, stays on the list, and is removed when it can be', async () => {
    aws.sagemaker.script = () => ({ ...USUAL_SCRIPT, create: ['Creating'] });
    const plan = planOf({ provision_timeout_seconds: 300 });
    const state = await deploy(options(plan));
    expect(state.fault?.code).toBe('TOOK_TOO_LONG');
    expect(presenceOf(state, 'endpoint')).toBe('there');
    const undone = await undoAll(options(plan));
    expect([undone.status, undone.fault?.code]).toEqual(['undo-stopped', 'TOOK_TOO_LONG']);
    expect(presenceOf(undone, 'endpoint')).not.toBe('gone');
    expect(listAccount(aws)).toMatchObject({
      endpoints: ['bench'],
      configs: [expect.any(String)],
      models: [expect.any(String)],
    });
    const endpoint = aws.sagemaker.endpoints.find('us-east-1', 'bench');
    if (endpoint !== undefined) endpoint.states = ['InService'];
    await leavesNothing(plan);
  });

  it.each(['OutOfService', 'Failed'] as const)('that ends as %s is a failure', async (last) => {
    aws.sagemaker.script = () => ({ ...USUAL_SCRIPT, create: ['Creating', last], failureReason: 'something broke' });
    const plan = planOf();
    const state = await deploy(options(plan));
    expect(state.fault).toMatchObject({ code: 'ENDPOINT_FAILED', message: expect.stringMatching(/something broke/) });
    await leavesNothing(plan);
  });

  it('whose deletion does not come through stays on the list with its reason', async () => {
    const plan = planOf();
    await deploy(options(plan));
    aws.sagemaker.script = () => ({ ...USUAL_SCRIPT, remove: ['Deleting', 'Failed'] });
    const undone = await undoAll(options(plan));
    expect(undone.status).toBe('undo-stopped');
    expect(undone.fault?.message).toMatch(/bench.*Failed/);
    expect(presenceOf(undone, 'endpoint')).not.toBe('gone');
    aws.sagemaker.script = () => USUAL_SCRIPT;
    await leavesNothing(plan);
  });
});

describe('the account', () => {
  it('forgets a new role for a while: it is waited for', async () => {
    const words = 'Could not assume role arn:aws:iam::123456789012:role/x. Please ensure that the role exists';
    aws.faults.refuse('CreateModel', () => new AwsRefusal('ValidationException', words), 3);
    aws.faults.refuse(
      'CreateProject',
      () =>
        new AwsRefusal(
          'InvalidInputException',
          'CodeBuild is not authorized to perform: sts:AssumeRole on arn:aws:iam::123456789012:role/x',
        ),
      3,
    );
    await endsWell(planOf());
  });

  it('throttles: twice is waited out at every call, for ever is said', async () => {
    const plan = planOf();
    const counts = new Map<string, number>();
    aws.faults.decide = (call) => {
      const key = `${call.action} ${call.url} ${call.body.toString('latin1', 0, 200)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= 2 ? { kind: 'refuse', when: 'before', refusal: throttled } : null;
    };
    expect((await deploy(options(plan))).status).toBe('done');
    await leavesNothing(plan);
    folder = temporaryFolder();
    aws.faults.refuse('CreateModel', throttled);
    const again = planOf();
    const state = await deploy(options(again));
    expect(state.fault).toMatchObject({ code: 'THROTTLED', next: expect.stringMatching(/go on/) });
    await endsWell(again);
  });

  it('signs out in the middle: the exact command is said, and the next sitting goes on', async () => {
    const plan = planOf();
    for (const action of ['GetCallerIdentity', 'UploadPart', 'StartBuild', 'CreateEndpoint', 'DescribeEndpoint']) {
      aws.faults.refuse(action, expired);
      const state = await deploy(options(plan));
      expect([action, state.fault?.code]).toEqual([action, 'SIGNED_OUT']);
      expect(fieldOf(state, 'command')).toBe('aws sso login');
      aws.faults.clear();
    }
    aws.faults.refuse('DeleteEndpoint', expired);
    await deploy(options(plan));
    const undone = await undoAll(options(plan));
    expect([undone.status, undone.fault?.code]).toEqual(['undo-stopped', 'SIGNED_OUT']);
    await leavesNothing(plan);
  });

  it('denies each permission in turn: it is named, and nothing is forgotten', async () => {
    const permissions = await permissionsOf(() => deploy(options(planOf())));
    expect(permissions.length).toBeGreaterThan(25);
    for (const permission of permissions) {
      restoreAccount(aws, empty);
      folder = temporaryFolder();
      const plan = planOf();
      deny(permission);
      const state = await deploy(options(plan));
      if (state.status !== 'done') {
        expect([permission, state.fault?.code]).toEqual([
          permission,
          expect.stringMatching(/^(ACCESS_DENIED|CONFLICT)$/),
        ]);
        expect(JSON.stringify(state.fault)).toContain(permission);
      }
      await endsWell(plan);
    }
  });

  it('denies each permission of an undo in turn: what stays is named, and goes with the next one', async () => {
    await deploy(options(planOf()));
    const permissions = await permissionsOf(() => leavesNothing(planOf()));
    for (const permission of permissions) {
      restoreAccount(aws, empty);
      folder = temporaryFolder();
      const plan = planOf();
      await deploy(options(plan));
      deny(permission);
      const undone = await undoAll(options(plan));
      expect([permission, undone.status]).toEqual([permission, 'undo-stopped']);
      expect(JSON.stringify(undone.fault)).toContain(permission);
      await leavesNothing(plan);
    }
  });

  async function permissionsOf(work: () => Promise<unknown>): Promise<string[]> {
    aws.calls.length = 0;
    await work();
    return [...new Set(aws.calls.map(iamAction))];
  }

  function deny(permission: string): void {
    const isIt = (call: AwsCall) => iamAction(call) === permission;
    aws.faults.add(isIt, { kind: 'refuse', when: 'before', refusal: accessDenied });
  }

  it('is an emulator’s page: never taken for absence', async () => {
    const plan = planOf();
    await deploy(options(plan));
    const isPage = ({ action }: AwsCall) =>
      /^(Describe|Get|Head|BatchGet)/.test(action) && action !== 'GetCallerIdentity';
    aws.faults.add(isPage, { kind: 'page' });
    const undone = await undoAll(options(plan));
    expect(undone.status).toBe('undo-stopped');
    expect(undone.fault?.message).toMatch(/not AWS/);
    expect(presenceOf(undone, 'endpoint')).not.toBe('gone');
    await leavesNothing(plan);
  });

  it('quotes credentials in its errors: none of them is written down', async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = CREDENTIALS;
    const said = `The request with Credential=${accessKeyId}/20261129/us-east-1, SessionToken=${sessionToken} and X-Amz-Security-Token=${sessionToken} was refused for ${accessKeyId}`;
    for (const action of ['CreateModel', 'CreateEndpoint']) {
      aws.faults.refuse(action, () => new AwsRefusal('ValidationException', said), 1);
      const plan = planOf();
      const state = await deploy(options(plan));
      expect(state.status).toBe('failed');
      const text = readJournalText(folder, plan) + JSON.stringify(state.fault);
      for (const secret of [accessKeyId, secretAccessKey, sessionToken]) expect(text.includes(secret)).toBe(false);
    }
    await leavesNothing(planOf());
  });
});
