import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { planDeployment } from './plan-deployment.ts';
import type { PlanFacts } from './plan-facts.ts';

function about(facts: PlanFacts, severity: 'note' | 'warning' | 'refusal'): string[] {
  return planDeployment(facts)
    .findings.filter((finding) => finding.severity === severity)
    .map((finding) => finding.about);
}

const one = (type: string) => ({ instances: { kind: 'one', type } }) as const;
const pools = (...list: [string, number][]) =>
  ({ instances: { kind: 'pools', pools: list.map(([type, priority]) => ({ type, priority })) } }) as const;
const image = (registry: string) => ({ image: { from: 'uri', uri: `${registry}@sha256:${'a'.repeat(64)}` } }) as const;
const data = (url: string) => ({ model: { from: 'model-data', url } }) as const;
const gpu = { accelerator: 'gpu' } as const;
const standard = { path: 'standard' } as const;
const hub = { from: 'container-hub', repository: 'o/n', file: 'm.gguf' } as const;

describe('a plain target', () => {
  it('is not objected to', () => {
    expect(planDeployment(exampleFacts()).findings).toEqual([]);
    expect(about(exampleFacts({}, {}, gpu), 'refusal')).toEqual([]);
  });
});

describe('refused', () => {
  it.each<[string, PlanFacts, string[]]>([
    ['a CPU type for the GPU', exampleFacts(one('ml.c6i.8xlarge'), {}, gpu), ['instances.type']],
    ['a GPU type for the CPU', exampleFacts(one('ml.g5.xlarge')), ['instances.type']],
    ['a processor of another kind', exampleFacts({ ...one('ml.c7g.4xlarge'), threads: 16 }), ['instances.type']],
    ['pools on the CPU', exampleFacts(pools(['ml.c6i.8xlarge', 1])), ['instances']],
    ['one pool twice', exampleFacts(pools(['ml.g5.xlarge', 1], ['ml.g5.xlarge', 2]), {}, gpu), ['instances.pools']],
    ['one priority twice', exampleFacts(pools(['ml.g5.xlarge', 1], ['ml.g6.xlarge', 1]), {}, gpu), ['instances.pools']],
    ['a type whose vCPUs nobody knows', exampleFacts(one('ml.m7i.large')), ['threads']],
    [
      'bounds the wrong way round',
      exampleFacts({ scaling: { kind: 'bounds', min: 3, max: 2, invocations_per_minute: 1 } }),
      ['scaling'],
    ],
    ['a model fetched by the decisions image', exampleFacts({ model: hub }), ['model']],
    ['the stock image for decisions', exampleFacts({ image: { from: 'stock' } }), ['image']],
    ['a build on the standard path', exampleFacts({ image: { from: 'build' } }, {}, standard), ['image']],
    [
      'an image for EC2',
      exampleFacts(image('763104351884.dkr.ecr.us-east-1.amazonaws.com/llama-cpp:server-cpu-v1'), {}, standard),
      ['image.uri'],
    ],
    ['an image of another hub', exampleFacts(image('docker.io/library/x')), ['image.uri']],
    [
      'an image in another region',
      exampleFacts(image('123456789012.dkr.ecr.eu-west-1.amazonaws.com/x')),
      ['image.uri'],
    ],
    ['model data that is neither', exampleFacts(data('s3://bucket/model.zip')), ['model.url']],
    [
      'a configuration of another model',
      exampleFacts(
        {},
        {
          model: { ...exampleFacts().model, files: [{ name: 'x.gguf', bytes: 1, sha256: '0'.repeat(64), path: '/x' }] },
        },
      ),
      ['configuration'],
    ],
    ['an environment that is too large', exampleFacts({}, withParts(31)), ['configuration']],
    ['an expiry that has passed', exampleFacts({ expires_at: '2026-11-29T12:00:00Z' }), ['expires_at']],
    ['more than 60 s', exampleFacts({}, { samples: { tokens: [20_000], options: 2 } }), ['instances']],
  ])('%s', (_, facts, expected) => {
    expect(about(facts, 'refusal')).toEqual(expected);
  });
});

describe('warned of', () => {
  it.each<[string, PlanFacts, string[]]>([
    ['no layer on the GPU', exampleFacts({ gpu_layers: 0 }, {}, gpu), ['gpu_layers']],
    ['an open network', exampleFacts({ model: hub }, { configuration: null }, standard), ['model']],
    ['a configuration that is not used', exampleFacts({}, {}, standard), ['configuration']],
    [
      'a model larger than the memory of the GPU',
      exampleFacts(one('ml.g4dn.xlarge'), { model: large(14) }, gpu),
      ['model'],
    ],
    ['more than 40 s', exampleFacts({}, { samples: { tokens: [9000], options: 2 } }), ['instances']],
    ['an image that cannot be looked up', exampleFacts(image('public.ecr.aws/x/llama-cpp')), ['image.uri']],
    ['an unknown price', exampleFacts({ region: 'eu-west-1' }), ['price']],
  ])('%s', (_, facts, expected) => {
    expect(about(facts, 'warning')).toEqual(expected);
  });
});

describe('noted', () => {
  it.each<[string, PlanFacts, string[]]>([
    ['no configuration', exampleFacts({}, { configuration: null }), ['configuration']],
    ['no expiry', exampleFacts({ expires_at: null }), ['expires_at']],
    [
      'a limit that a GPU exceeds now and then',
      exampleFacts({ disagreement_limit: 0.02 }, {}, gpu),
      ['disagreement_limit'],
    ],
    ['that text is no probability', exampleFacts({}, { configuration: null }, standard), ['path']],
  ])('%s', (_, facts, expected) => {
    expect(about(facts, 'note')).toEqual(expected);
  });
});

function withParts(count: number): Partial<PlanFacts> {
  const { configuration } = exampleFacts();
  if (configuration === null) throw new Error('the example has none');
  const parts = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`DECISION_CONFIGURATION_${index}`, 'x'.repeat(1000)]),
  );
  return { configuration: { ...configuration, parts } };
}

function large(gib: number): PlanFacts['model'] {
  const { model } = exampleFacts();
  return { ...model, files: model.files.map((file) => ({ ...file, bytes: gib * 2 ** 30 })) };
}
