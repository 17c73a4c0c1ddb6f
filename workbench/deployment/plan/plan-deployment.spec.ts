import { describe, expect, it } from 'vitest';
import {
  createEndpointConfigSchema,
  createEndpointSchema,
  createModelSchema,
} from '../../../test/stand-ins/aws/sagemaker/schemas.ts';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { planSchema } from './plan.ts';
import { isRefused, planDeployment } from './plan-deployment.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { ResourceKind, ResourceOf } from './resource.ts';

const digest = `123456789012.dkr.ecr.us-east-1.amazonaws.com/mine@sha256:${'a'.repeat(64)}`;

const cases: Record<string, PlanFacts> = {
  'decisions on the CPU': exampleFacts(),
  'decisions on GPU pools, scaled, a pinned file of the hub, everything given': exampleFacts(
    {
      scaling: { kind: 'bounds', min: 1, max: 3, invocations_per_minute: 90 },
      roles: {
        execution: { role: 'given', arn: 'arn:aws:iam::123456789012:role/service/endpoint' },
        build: { role: 'given', arn: 'arn:aws:iam::123456789012:role/builder' },
      },
      bucket: { bucket: 'given', name: 'artifacts-of-ada' },
      expires_at: null,
    },
    {
      model: {
        files: [
          { name: 'model.gguf', bytes: 3_000_000_000, sha256: exampleFacts().model.files[0]?.sha256 ?? '', path: null },
        ],
        repository: 'owner/name',
        revision: '4168f45a16a1290d65a4ec0fa312ae917a4c15d6',
        parameters: null,
        manifest: { text: '{}\n', sha256: 'f'.repeat(64) },
      },
    },
    {
      accelerator: 'gpu',
      model: {
        from: 'hub',
        repository: 'owner/name',
        revision: '4168f45a16a1290d65a4ec0fa312ae917a4c15d6',
        file: 'model.gguf',
        sha256: exampleFacts().model.files[0]?.sha256 ?? '',
        bytes: 3_000_000_000,
      },
    },
  ),
  'the standard path with a model that the container fetches': exampleFacts(
    {},
    {
      configuration: null,
      image_source_sha256: null,
      model: { files: [], repository: 'owner/name', revision: null, parameters: null, manifest: null },
    },
    { path: 'standard', model: { from: 'container-hub', repository: 'owner/name', file: 'model.gguf' } },
  ),
  'decisions from an image and a model that were made before': exampleFacts(
    { image: { from: 'uri', uri: digest } },
    {
      image_source_sha256: null,
      model: { files: [], repository: null, revision: null, parameters: null, manifest: null },
    },
    { model: { from: 'model-data', url: 's3://elsewhere/models/ours/' } },
  ),
};

function resourceOf<K extends ResourceKind>(facts: PlanFacts, kind: K): ResourceOf<K> {
  const found = planDeployment(facts).resources.find((one): one is ResourceOf<K> => one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} in the plan`);
  return found;
}

describe('a plan', () => {
  it.each(Object.entries(cases))('%s', async (name, facts) => {
    const plan = planDeployment(facts);
    expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
    await expect(`${JSON.stringify(plan, null, 2)}\n`).toMatchFileSnapshot(
      `snapshots/${name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.snapshot`,
    );
  });

  it.each(Object.entries(cases))('asks SageMaker for what it takes: %s', (_, facts) => {
    createModelSchema.parse(resourceOf(facts, 'model').input);
    createEndpointConfigSchema.parse(resourceOf(facts, 'endpoint-config').input);
    createEndpointSchema.parse(resourceOf(facts, 'endpoint').input);
  });
});

describe('CPU', () => {
  const { ProductionVariants = [] } = resourceOf(exampleFacts(), 'endpoint-config').input;
  const environment = resourceOf(exampleFacts(), 'model').input.PrimaryContainer?.Environment;

  it('takes one type, as many threads as it has vCPUs, and no AMI', () => {
    expect(ProductionVariants).toEqual([
      {
        VariantName: 'main',
        ModelName: 'support-route-abcd5678',
        InitialInstanceCount: 1,
        InitialVariantWeight: 1,
        InstanceType: 'ml.c6i.8xlarge',
        VariantInstanceProvisionTimeoutInSeconds: 1200,
        ModelDataDownloadTimeoutInSeconds: 900,
        ContainerStartupHealthCheckTimeoutInSeconds: 900,
      },
    ]);
    expect(environment).toMatchObject({ DECISION_THREADS: '32', DECISION_GPU_LAYERS: '0' });
  });
});

describe('GPU', () => {
  const facts = exampleFacts({}, {}, { accelerator: 'gpu' });
  const [variant] = resourceOf(facts, 'endpoint-config').input.ProductionVariants ?? [];

  it('takes pools in the order of their priority, all layers, and the AMI of CUDA 13.0', () => {
    expect(variant?.InstancePools).toEqual([
      { InstanceType: 'ml.g6e.xlarge', Priority: 1 },
      { InstanceType: 'ml.g6.2xlarge', Priority: 2 },
      { InstanceType: 'ml.g5.2xlarge', Priority: 3 },
      { InstanceType: 'ml.g4dn.2xlarge', Priority: 4 },
    ]);
    expect(variant).not.toHaveProperty('InstanceType');
    expect(variant?.InferenceAmiVersion).toBe('al2023-ami-sagemaker-inference-gpu-4-1');
    expect(resourceOf(facts, 'model').input.PrimaryContainer?.Environment).toMatchObject({ DECISION_GPU_LAYERS: '-1' });
  });

  it('lists them by priority, however they were named', () => {
    const pools = [
      { type: 'ml.g5.2xlarge', priority: 3 },
      { type: 'ml.g6.2xlarge', priority: 1 },
    ];
    const [only] =
      resourceOf(exampleFacts({ instances: { kind: 'pools', pools } }, {}, { accelerator: 'gpu' }), 'endpoint-config')
        .input.ProductionVariants ?? [];
    expect(only?.InstancePools?.map(({ InstanceType }) => InstanceType)).toEqual(['ml.g6.2xlarge', 'ml.g5.2xlarge']);
  });
});

describe('the network', () => {
  it('is closed, but for a model that the stock container fetches itself, and the plan says so', () => {
    for (const [name, facts] of Object.entries(cases)) {
      const plan = planDeployment(facts);
      const open = name.startsWith('the standard path');
      expect(plan.network_isolation).toBe(!open);
      expect(resourceOf(facts, 'model').input.EnableNetworkIsolation).toBe(!open);
      expect(plan.findings.some(({ message }) => message.includes('no network isolation'))).toBe(open);
    }
  });

  it('stays closed on the standard path with a model of one’s own', () => {
    const facts = exampleFacts({}, { configuration: null, image_source_sha256: null }, { path: 'standard' });
    expect(planDeployment(facts).network_isolation).toBe(true);
    expect(resourceOf(facts, 'model').input.PrimaryContainer?.Environment).toEqual({ SM_LLAMA_CPP_CTX_SIZE: '4096' });
  });
});

describe('tags', () => {
  it('are on everything that is made and takes them', () => {
    for (const facts of Object.values(cases)) {
      for (const { kind, ownership, tags, input } of planDeployment(facts).resources) {
        if (ownership === 'given' || ownership === 'service' || kind === 'image') continue;
        expect(Object.keys(tags)).toHaveLength(6);
        const sent = JSON.stringify(input);
        if (input !== null && kind !== 'bucket') expect(sent).toContain(facts.deployment_id);
      }
    }
  });
});

describe('what is there already', () => {
  it('is not made again, and nothing is built', () => {
    const facts = cases['decisions from an image and a model that were made before'] ?? exampleFacts();
    const { resources, image } = planDeployment(facts);
    expect(image).toEqual({ from: 'uri', uri: digest });
    expect(resources.map(({ kind, ownership }) => `${kind} ${ownership}`)).toEqual([
      'execution-role own',
      'model-object given',
      'model own',
      'endpoint-config own',
      'log-group service',
      'endpoint own',
    ]);
    expect(resourceOf(facts, 'model').input.PrimaryContainer).toMatchObject({
      Image: digest,
      ModelDataSource: { S3DataSource: { S3Uri: 's3://elsewhere/models/ours/', S3DataType: 'S3Prefix' } },
    });
  });
});

describe('an update', () => {
  it('makes a model and an endpoint configuration of its own, for the same endpoint', () => {
    const first = exampleFacts();
    const second = exampleFacts({}, { revision: 1 });
    const keys = (facts: PlanFacts) => planDeployment(facts).resources.map(({ key }) => key);
    expect(keys(second).filter((key) => !keys(first).includes(key))).toEqual([
      'model/support-route-abcd5678-1',
      'endpoint-config/support-route-abcd5678-1',
    ]);
    expect(resourceOf(second, 'endpoint').input).toMatchObject({
      EndpointName: 'support-route',
      EndpointConfigName: 'support-route-abcd5678-1',
    });
  });
});

describe('a refusal', () => {
  it('keeps a plan from being started', () => {
    expect(isRefused(planDeployment(exampleFacts()))).toBe(false);
    expect(isRefused(planDeployment(exampleFacts({ expires_at: '2026-11-28T00:00:00Z' })))).toBe(true);
  });
});
