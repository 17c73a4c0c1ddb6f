import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../../adapter/configuration/configuration.ts';
import { writeConfigurationParts } from '../../../adapter/server/configuration-parts.ts';
import { readEnvironment } from '../../../adapter/server/read-environment.ts';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { checkEnvironment, environmentOf } from './environment.ts';

const configuration = configurationSchema.parse({
  scoring: {
    model_sha256: 'a'.repeat(64),
    readout: 'letters',
    prompt_version: 'direct-options-v2',
    template: { source: 'file', sha256: 'b'.repeat(64) },
    order: 'both-ways',
    temperature: 1.5,
    mode: 'reproducible',
    batch: 512,
    kv_type: 'f16',
    chunk_rule: 'v1',
  },
  decisions: [],
  evidence: [],
  model: { name: 'Größe 😀'.repeat(200), file: 'm.gguf', repository: null, revision: null },
  engine: null,
});

describe('the environment of the container', () => {
  it('is read by the container as it was meant', () => {
    const parts = writeConfigurationParts({ name: 'tickets', saved_at: '2026-11-29T12:00:00Z', configuration });
    const facts = exampleFacts({ context_tokens: 4096 });
    const environment = environmentOf({
      ...facts,
      configuration: facts.configuration === null ? null : { ...facts.configuration, parts },
    });
    expect(checkEnvironment(environment)).toEqual([]);
    expect(Object.values(environment).every((value) => Buffer.byteLength(value) <= 1024)).toBe(true);
    const read = readEnvironment(environment);
    expect(read).toMatchObject({ threads: 32, gpuLayers: 0, contextTokens: 4096 });
    expect(read.configuration?.configuration).toEqual(configuration);
  });

  it('takes the fewest vCPUs of the pools, or what was chosen', () => {
    const gpu = exampleFacts({}, {}, { accelerator: 'gpu' });
    expect(environmentOf(gpu).DECISION_THREADS).toBe('4');
    expect(environmentOf(exampleFacts({ threads: 7 })).DECISION_THREADS).toBe('7');
  });

  it('tells the stock server its context and layers', () => {
    const facts = exampleFacts(
      { gpu_layers: -1 },
      {},
      { path: 'standard', accelerator: 'gpu', model: { from: 'container-hub', repository: 'o/n', file: 'm.gguf' } },
    );
    expect(environmentOf(facts)).toEqual({
      SM_LLAMA_CPP_CTX_SIZE: '4096',
      SM_LLAMA_CPP_N_GPU_LAYERS: '999',
      SM_LLAMA_CPP_HF_REPO: 'o/n',
      SM_LLAMA_CPP_HF_FILE: 'm.gguf',
    });
  });
});

describe('limits', () => {
  const parts = (count: number, bytes: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`DECISION_CONFIGURATION_${index}`, 'x'.repeat(bytes)]),
    );

  it.each([
    [{ A: 'x'.repeat(1024) }, []],
    [{ A: 'x'.repeat(1025) }, ['A']],
    [{ A: 'ü'.repeat(513) }, ['A']],
    [parts(1, 1000), []],
    [parts(1, 1001), ['DECISION_CONFIGURATION_0']],
    [parts(30, 1000), []],
    [parts(31, 1000), ['configuration']],
    [Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`A${index}`, '1'])), []],
    [Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`A${index}`, '1'])), ['environment']],
    [Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`A${index}`, 'x'.repeat(1000)])), ['environment']],
  ])('case %#', (environment, at) => {
    expect(checkEnvironment(environment).map(({ path }) => path)).toEqual(at);
  });
});
