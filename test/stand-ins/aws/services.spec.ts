import { createServer } from 'node:http';
import {
  ApplicationAutoScalingClient,
  DeregisterScalableTargetCommand,
  DescribeScalableTargetsCommand,
  PutScalingPolicyCommand,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import {
  BatchGetBuildsCommand,
  BatchGetProjectsCommand,
  CodeBuildClient,
  CreateProjectCommand,
  type CreateProjectCommandInput,
  StartBuildCommand,
} from '@aws-sdk/client-codebuild';
import { GetProductsCommand, PricingClient } from '@aws-sdk/client-pricing';
import {
  CreateEndpointCommand,
  CreateEndpointConfigCommand,
  type CreateEndpointConfigCommandInput,
  CreateModelCommand,
  type CreateModelCommandInput,
  DeleteEndpointCommand,
  DeleteModelCommand,
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeModelCommand,
  ListEndpointsCommand,
  ListTagsCommand,
  SageMakerClient,
  UpdateEndpointCommand,
} from '@aws-sdk/client-sagemaker';
import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT } from './account.ts';
import { clientSettings } from './clients.ts';
import { accessDenied, throttled } from './injected-faults.ts';
import type { MemoryBackend } from './memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from './open-aws.ts';

let aws: AwsStandIn<MemoryBackend>;
let sagemaker: SageMakerClient;
beforeEach(async () => {
  aws = await openMemoryAws();
  sagemaker = new SageMakerClient(clientSettings(aws.url));
});
afterEach(async () => {
  sagemaker.destroy();
  await aws.close();
});

const model: CreateModelCommandInput = {
  ModelName: 'bench-model',
  ExecutionRoleArn: `arn:aws:iam::${ACCOUNT}:role/x`,
  EnableNetworkIsolation: true,
  PrimaryContainer: {
    Image: `${ACCOUNT}.dkr.ecr.us-east-1.amazonaws.com/adapter@sha256:${'a'.repeat(64)}`,
    Environment: { DECISION_THREADS: '4' },
    ModelDataSource: { S3DataSource: { S3Uri: 's3://bucket/p/', S3DataType: 'S3Prefix', CompressionType: 'None' } },
  },
  Tags: [{ Key: 'a', Value: 'b' }],
};
const pools: CreateEndpointConfigCommandInput = {
  EndpointConfigName: 'bench-config',
  ProductionVariants: [
    {
      VariantName: 'main',
      ModelName: 'bench-model',
      InitialInstanceCount: 1,
      InstancePools: [
        { InstanceType: 'ml.g6e.xlarge', Priority: 1 },
        { InstanceType: 'ml.g5.2xlarge', Priority: 2 },
      ],
      VariantInstanceProvisionTimeoutInSeconds: 1200,
      InferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1',
    },
  ],
};
const variant = pools.ProductionVariants?.[0];

async function deploy(name = 'bench') {
  await sagemaker.send(new CreateModelCommand(model));
  await sagemaker.send(new CreateEndpointConfigCommand(pools));
  await sagemaker.send(
    new CreateEndpointCommand({ EndpointName: name, EndpointConfigName: 'bench-config', Tags: model.Tags }),
  );
}

const look = (EndpointName = 'bench') => sagemaker.send(new DescribeEndpointCommand({ EndpointName }));
async function states(count: number): Promise<(string | undefined)[]> {
  const seen: (string | undefined)[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await look()).EndpointStatus);
  return seen;
}

describe('SageMaker', () => {
  it('creates an endpoint that takes its time, on the first pool that has room', async () => {
    aws.sagemaker.noCapacity.add('ml.g6e.xlarge');
    await deploy();
    expect(await states(3)).toEqual(['Creating', 'Creating', 'InService']);
    const { ProductionVariants, EndpointArn } = await look();
    expect(ProductionVariants?.[0]?.InstancePools).toEqual([
      { InstanceType: 'ml.g5.2xlarge', CurrentInstanceCount: 1 },
    ]);
    expect((await sagemaker.send(new ListTagsCommand({ ResourceArn: EndpointArn }))).Tags).toEqual(model.Tags);
    const described = await sagemaker.send(new DescribeModelCommand({ ModelName: 'bench-model' }));
    expect([described.PrimaryContainer, described.EnableNetworkIsolation]).toEqual([model.PrimaryContainer, true]);
    const config = await sagemaker.send(new DescribeEndpointConfigCommand({ EndpointConfigName: 'bench-config' }));
    expect(config.ProductionVariants).toEqual(pools.ProductionVariants);
    const [wire] = aws.sent('CreateEndpointConfig');
    expect(wire).toEqual(pools);
  });

  it('fails where no pool has room, and goes through the states that a script says', async () => {
    for (const type of ['ml.g6e.xlarge', 'ml.g5.2xlarge']) aws.sagemaker.noCapacity.add(type);
    await deploy();
    expect(await states(3)).toEqual(['Creating', 'Creating', 'Failed']);
    expect((await look()).FailureReason).toMatch(/InsufficientInstanceCapacity.*ml\.g6e\.xlarge, ml\.g5\.2xlarge/);
    aws.sagemaker.noCapacity.clear();
    aws.sagemaker.script = () => ({
      create: ['Creating', 'OutOfService'],
      update: [],
      remove: ['Deleting', 'Deleting', 'Failed'],
    });
    await sagemaker.send(new DeleteEndpointCommand({ EndpointName: 'bench' }));
    expect(await states(4)).toEqual(['Deleting', 'Deleting', 'Failed', 'Failed']);
  });

  it('refuses a name that is taken, and says in the words of bad input what is absent', async () => {
    await deploy();
    await expect(deploy()).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(/already existing model/),
    });
    await expect(look('other')).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Could not find endpoint "other".',
    });
    await expect(sagemaker.send(new DeleteEndpointCommand({ EndpointName: 'bench' }))).rejects.toThrow(/in-progress/);
    await states(3);
    await sagemaker.send(new DeleteEndpointCommand({ EndpointName: 'bench' }));
    expect(await states(1)).toEqual(['Deleting']);
    await expect(look()).rejects.toThrow(/Could not find/);
    await sagemaker.send(new DeleteModelCommand({ ModelName: 'bench-model' }));
    await expect(sagemaker.send(new DeleteModelCommand({ ModelName: 'bench-model' }))).rejects.toThrow(
      /Could not find/,
    );
  });

  it.each<[string, Partial<NonNullable<typeof variant>>]>([
    [
      'six pools',
      { InstancePools: Array.from({ length: 6 }, (_, index) => ({ InstanceType: 'ml.g5.xlarge', Priority: index })) },
    ],
    ['a priority of six', { InstancePools: [{ InstanceType: 'ml.g5.xlarge', Priority: 6 }] }],
    ['a short provisioning time-out', { VariantInstanceProvisionTimeoutInSeconds: 299 }],
    ['a type beside pools', { InstanceType: 'ml.g5.xlarge' }],
    [
      'an AMI on CPUs',
      { InstancePools: undefined, InstanceType: 'ml.c6i.xlarge', VariantInstanceProvisionTimeoutInSeconds: undefined },
    ],
    ['what it does not know', { CoreDumpConfig: { DestinationS3Uri: 's3://x' } }],
  ])('refuses %s', async (_, own) => {
    await sagemaker.send(new CreateModelCommand(model));
    const ProductionVariants = variant === undefined ? [] : [{ ...variant, ...own }];
    const wrong = sagemaker.send(new CreateEndpointConfigCommand({ ...pools, ProductionVariants }));
    await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('refuses more than the quota, and a value of the environment that is too long', async () => {
    aws.sagemaker.quotas.set('ml.g6e.xlarge', 0);
    await expect(deploy()).rejects.toMatchObject({ name: 'ResourceLimitExceeded' });
    const Environment = { DECISION_CONFIGURATION_0: 'x'.repeat(1025) };
    const long = { ...model, ModelName: 'long', PrimaryContainer: { ...model.PrimaryContainer, Environment } };
    await expect(sagemaker.send(new CreateModelCommand(long))).rejects.toThrow(/validation error/);
  });

  it('updates a running endpoint, or goes back to what ran', async () => {
    await deploy();
    await states(3);
    const config = { ...pools, EndpointConfigName: 'second' };
    await sagemaker.send(new CreateEndpointConfigCommand(config));
    const update = new UpdateEndpointCommand({ EndpointName: 'bench', EndpointConfigName: 'second' });
    await sagemaker.send(update);
    await expect(sagemaker.send(update)).rejects.toThrow(/in-progress/);
    expect(await states(2)).toEqual(['Updating', 'InService']);
    expect((await look()).EndpointConfigName).toBe('second');
    aws.sagemaker.noCapacity.add('ml.g6e.xlarge').add('ml.g5.2xlarge');
    await sagemaker.send(new UpdateEndpointCommand({ EndpointName: 'bench', EndpointConfigName: 'bench-config' }));
    await states(2);
    expect(await look()).toMatchObject({
      EndpointConfigName: 'second',
      FailureReason: expect.stringMatching(/capacity/),
    });
  });

  it('keeps regions apart and lists by name in pages', async () => {
    await deploy('bench-a');
    await sagemaker.send(new CreateEndpointCommand({ EndpointName: 'bench-b', EndpointConfigName: 'bench-config' }));
    const one = await sagemaker.send(new ListEndpointsCommand({ NameContains: 'BENCH', MaxResults: 1 }));
    const two = await sagemaker.send(
      new ListEndpointsCommand({ NameContains: 'bench', MaxResults: 1, NextToken: one.NextToken }),
    );
    expect([one, two].map(({ Endpoints }) => Endpoints?.[0]?.EndpointName)).toEqual(['bench-a', 'bench-b']);
    expect(two.NextToken).toBeUndefined();
    const elsewhere = new SageMakerClient(clientSettings(aws.url, { region: 'eu-west-1' }));
    expect((await elsewhere.send(new ListEndpointsCommand({}))).Endpoints).toEqual([]);
  });
});

describe('the runtime', () => {
  it('calls the process behind, and tells its errors with 424 in its own words', async () => {
    const seen: string[] = [];
    const process = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${request.headers.authorization}`);
      const fails = seen.length > 1;
      response.writeHead(fails ? 503 : 200, { 'content-type': 'application/json' });
      response.end(fails ? '{"error":"busy","retryable":true}' : '{"result":{}}');
    });
    await new Promise<void>((resolve) => process.listen(0, '127.0.0.1', resolve));
    const address = process.address();
    aws.container = () => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const runtime = new SageMakerRuntimeClient(clientSettings(aws.url));
    const invoke = () =>
      runtime.send(new InvokeEndpointCommand({ EndpointName: 'bench', ContentType: 'application/json', Body: '{}' }));
    await expect(invoke()).rejects.toThrow(/not found/);
    await deploy();
    await states(3);
    expect(Buffer.from((await invoke()).Body).toString()).toBe('{"result":{}}');
    expect(seen).toEqual(['POST /invocations application/json undefined']);
    await expect(invoke()).rejects.toMatchObject({
      name: 'ModelError',
      OriginalStatusCode: 503,
      OriginalMessage: '{"error":"busy","retryable":true}',
    });
    process.close();
    process.closeAllConnections();
  });
});

describe('CodeBuild', () => {
  const project: CreateProjectCommandInput = {
    name: 'bench-project',
    source: { type: 'S3', location: 'bucket/source.zip', buildspec: 'version: 0.2' },
    artifacts: { type: 'NO_ARTIFACTS' },
    environment: {
      type: 'LINUX_CONTAINER',
      image: 'aws/codebuild/standard:7.0',
      computeType: 'BUILD_GENERAL1_LARGE',
      environmentVariables: [{ name: 'A', value: '1' }],
    },
    serviceRole: `arn:aws:iam::${ACCOUNT}:role/build`,
    tags: [{ key: 'a', value: 'b' }],
  };

  it('keeps projects; a build with the same token is the same build', async () => {
    const client = new CodeBuildClient(clientSettings(aws.url));
    await client.send(new CreateProjectCommand(project));
    await expect(client.send(new CreateProjectCommand(project))).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
    });
    const { projects, projectsNotFound } = await client.send(
      new BatchGetProjectsCommand({ names: ['bench-project', 'none'] }),
    );
    expect(projects?.[0]).toMatchObject(project);
    expect(projectsNotFound).toEqual(['none']);
    aws.builds.failure = { phase: 'BUILD', message: 'no space' };
    const start = new StartBuildCommand({ projectName: 'bench-project', idempotencyToken: 'once' });
    const { build } = await client.send(start);
    expect((await client.send(start)).build?.id).toBe(build?.id);
    const look = async () => (await client.send(new BatchGetBuildsCommand({ ids: [build?.id ?? ''] }))).builds?.[0];
    expect(await look()).toMatchObject({ buildStatus: 'IN_PROGRESS', currentPhase: 'BUILD' });
    const ended = await look();
    expect(ended).toMatchObject({
      buildStatus: 'FAILED',
      buildComplete: true,
      logs: { groupName: '/aws/codebuild/bench-project' },
    });
    expect(ended?.phases?.at(-1)).toMatchObject({
      phaseType: 'BUILD',
      phaseStatus: 'FAILED',
      contexts: [{ message: 'no space' }],
    });
  });
});

describe('quotas, prices and scaling', () => {
  it('tells quotas on several pages', async () => {
    aws.sagemaker.quotas.set('ml.g4dn.2xlarge', 0);
    const client = new ServiceQuotasClient(clientSettings(aws.url));
    const values: Record<string, number> = {};
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = await client.send(new ListServiceQuotasCommand({ ServiceCode: 'sagemaker', NextToken: token }));
      for (const { QuotaName = '', Value = -1 } of page.Quotas ?? []) values[QuotaName] = Value;
      token = page.NextToken;
    }
    expect(values['ml.g4dn.2xlarge for endpoint usage']).toBe(0);
    expect(values['ml.c6i.8xlarge for endpoint usage']).toBe(10);
  });

  it('tells the price of a type while it serves', async () => {
    const client = new PricingClient(clientSettings(aws.url));
    const filter = (Field: string, Value: string) => ({ Type: 'TERM_MATCH' as const, Field, Value });
    const Filters = [
      filter('regionCode', 'us-east-1'),
      filter('instanceName', 'ml.g6e.xlarge'),
      filter('component', 'Hosting'),
    ];
    const { PriceList = [] } = await client.send(new GetProductsCommand({ ServiceCode: 'AmazonSageMaker', Filters }));
    expect(PriceList).toHaveLength(1);
    expect(String(PriceList[0])).toContain('"USD":"2.7000000000"');
  });

  it('registers a target once, with its policy, and says when there is none', async () => {
    const client = new ApplicationAutoScalingClient(clientSettings(aws.url));
    const place = {
      ServiceNamespace: 'sagemaker',
      ResourceId: 'endpoint/bench/variant/main',
      ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
    } as const;
    for (const MaxCapacity of [2, 3])
      await client.send(new RegisterScalableTargetCommand({ ...place, MinCapacity: 1, MaxCapacity }));
    await client.send(
      new PutScalingPolicyCommand({
        ...place,
        PolicyName: 'calls',
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 60,
          PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        },
      }),
    );
    const { ScalableTargets } = await client.send(new DescribeScalableTargetsCommand(place));
    expect(ScalableTargets?.map((target) => [target.MinCapacity, target.MaxCapacity])).toEqual([[1, 3]]);
    await client.send(new DeregisterScalableTargetCommand(place));
    await expect(client.send(new DeregisterScalableTargetCommand(place))).rejects.toMatchObject({
      name: 'ObjectNotFoundException',
    });
  });
});

describe('injected faults', () => {
  const create = () => sagemaker.send(new CreateModelCommand(model));
  const isCreate = ({ action }: { action: string }) => action === 'CreateModel';

  it('refuse before or after the effect, as often as they are told', async () => {
    aws.faults.refuse('CreateModel', accessDenied, 1);
    await expect(create()).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('sagemaker:CreateModel'),
    });
    expect(aws.sagemaker.models.names()).toEqual([]);
    aws.faults.add(isCreate, { kind: 'refuse', when: 'after', refusal: throttled }, 1);
    await expect(create()).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(aws.sagemaker.models.names()).toEqual(['bench-model']);
    await expect(create()).rejects.toThrow(/already existing/);
  });

  it('lose the answer, with or without the effect, or answer with a page', async () => {
    aws.faults.add(isCreate, { kind: 'cut', when: 'before' }, 1);
    await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(aws.sagemaker.models.names()).toEqual([]);
    aws.faults.add(isCreate, { kind: 'cut', when: 'after' }, 1);
    await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(aws.sagemaker.models.names()).toEqual(['bench-model']);
    aws.faults.add(isCreate, { kind: 'page' }, 1);
    await expect(create()).rejects.toThrow();
    expect(aws.calls.map(({ status }) => status)).toEqual([0, 0, 200]);
  });
});
