import { describe, expect, it } from 'vitest';
import type { Devices } from '../../../adapter/engine/read-devices.ts';
import type { EngineSettings } from '../../../adapter/score/scorer.ts';
import type { MeasuredLoad } from '../file-index.ts';
import type { MemoryHeader } from './estimate-memory.ts';
import { type FitRequest, fitModel } from './fit-model.ts';

const GB = 1e9;
/** Like a model of 4 billion parameters in four bits: 36 layers, 8 key-value heads of 128. */
const header: MemoryHeader = {
  layers: 36,
  weights: { layers: 2.1 * GB, embedding: 0.3 * GB, output: 0.3 * GB },
  vocabularySize: 150_000,
  embeddingLength: 2560,
  attentionHeads: 32,
  keyValueHeads: 8,
  keyLength: 128,
  valueLength: 128,
  feedForwardLength: 9728,
  contextLength: 32_768,
  recurrent: false,
  fullAttentionInterval: null,
  recurrentState: null,
  mergeCount: 150_000,
};
const engine: EngineSettings = { gpuLayers: 'auto', threads: null, contextTokens: 8192, mode: 'reproducible' };

function machine(memory: number, gpu: number | null): Devices {
  return {
    memory: { name: 'main memory', total: memory * GB, free: memory * GB },
    gpu: gpu === null ? null : { name: 'A card', total: gpu * GB, free: gpu * GB },
    mathCores: 8,
    parallelism: 16,
  };
}

function estimate(parts: Partial<FitRequest> = {}) {
  const nothing = { own: null, others: [], tokens: null, freed: { memory: 0, gpu: 0 } };
  return fitModel({ path: '/m.gguf', header, engine, devices: machine(32, null), ...nothing, ...parts });
}

const load = (memory: number, estimatedMemory: number): MeasuredLoad => ({
  ...{ memory, estimatedMemory, gpu: 0, estimatedGpu: 0, contextTokens: 2048, gpuLayers: 0 },
  at: '2026-01-01T00:00:00.000Z',
});

describe('the need of memory', () => {
  it('is the weights, and for each token of the context what every layer keeps of it', () => {
    const [memory] = estimate().devices;
    expect(memory?.parts.weights).toBe(2.7 * GB);
    // 36 layers, 8 heads, 128 numbers of a key and as many of a value, two bytes each; 8,193 cells rounded up to 8,448.
    expect(memory?.parts.kv).toBe(36 * 8 * 256 * 2 * 8448);
    // Scores of 32 heads for 512 tokens at once over all cells are most of what computing takes.
    expect(memory?.parts.compute).toBeGreaterThan(32 * 512 * 8448 * 4);
    expect(estimate({ engine: { ...engine, mode: 'fast' } }).devices[0]?.parts.compute).toBeLessThan(0.4 * GB);
  });

  it('never counts a longer context than the model was trained for', () => {
    const longest = estimate({ engine: { ...engine, contextTokens: 1_000_000 } });
    expect(longest.context_tokens).toBe(32_768);
    expect(longest.devices).toEqual(estimate({ engine: { ...engine, contextTokens: 32_768 } }).devices);
  });

  it('counts the attending layers of a hybrid model alone, and the state of the others', () => {
    const hybrid = { ...header, recurrent: true, fullAttentionInterval: 4, recurrentState: 1_000_000 };
    const [memory] = estimate({ header: hybrid }).devices;
    expect(memory?.parts.kv).toBe(9 * 8 * 256 * 2 * 8448 + 27 * 4_000_000);
  });

  it('is held against what is free, and what the loaded model gives back', () => {
    expect(estimate({ devices: machine(32, null) }).verdict).toBe('fits');
    expect(estimate({ devices: machine(5.5, null) }).verdict).toBe('tight');
    expect(estimate({ devices: machine(2, null) }).verdict).toBe('too-large');
    const busy = { ...machine(8, null), memory: { name: 'main memory', total: 8 * GB, free: 2 * GB } };
    expect(estimate({ devices: busy }).verdict).toBe('too-large');
    expect(estimate({ devices: busy, freed: { memory: 5 * GB, gpu: 0 } }).verdict).not.toBe('too-large');
  });
});

describe('a GPU', () => {
  it('takes all layers, or as many as fit, and main memory keeps the embedding', () => {
    const all = estimate({ devices: machine(32, 24) });
    expect(all.gpu_layers).toBe(37);
    expect(all.devices[0]?.parts).toMatchObject({ weights: 0.3 * GB, kv: 0, compute: 0 });
    expect(all.devices[1]?.verdict).toBe('fits');
    const some = estimate({ devices: machine(32, 3) });
    expect(some.gpu_layers).toBeGreaterThan(0);
    expect(some.gpu_layers).toBeLessThan(37);
    expect(some.devices.map(({ verdict }) => verdict)).not.toContain('too-large');
    expect(some.suggestion).toMatchObject({ engine: { gpuLayers: some.gpu_layers } });
  });

  it('is warned of when a person asks for more than fits', () => {
    const asked = estimate({ devices: machine(32, 3), engine: { ...engine, gpuLayers: 37 } });
    expect(asked).toMatchObject({ gpu_layers: 37, verdict: 'too-large' });
  });
});

describe('what was measured', () => {
  const bare = estimate().devices[0];
  if (bare === undefined) throw new Error('there is main memory');

  it('of this very file corrects by its difference, at any context', () => {
    const measured = estimate({ own: load(3.5 * GB, 3 * GB) });
    expect(measured.devices[0]?.need).toBeCloseTo(bare.need + 0.5 * GB, -3);
    expect(measured.devices[0]?.margin).toBeLessThan(bare.margin);
    expect(measured.basis.join(' ')).toContain('this file');
    expect(measured.measured).toMatchObject({ memory: 3.5 * GB, context_tokens: 2048 });
  });

  it('of three other files corrects by their middle ratio, of fewer not at all', () => {
    const others = [load(1.1, 1), load(1.2, 1), load(1.2, 1)];
    expect(estimate({ others }).devices[0]?.need).toBeCloseTo(bare.need * 1.2, -3);
    expect(estimate({ others: others.slice(1) }).devices[0]?.need).toBe(bare.need);
  });

  it('teaches nothing when it cannot be true', () => {
    expect(estimate({ own: load(30 * GB, 3 * GB) }).devices[0]?.need).toBe(bare.need);
  });
});

describe('suggestions', () => {
  it('take the context from the longest decision, with a reserve', () => {
    expect(estimate({ tokens: 700 }).suggestion.engine.contextTokens).toBe(2048);
    expect(estimate({ tokens: 20_000 }).suggestion.engine.contextTokens).toBe(32_768);
    expect(estimate().suggestion.engine.contextTokens).toBe(8192);
  });

  it('go down with the context until it fits, but never below the longest decision', () => {
    const small = machine(3.7, null);
    expect(estimate({ devices: small }).verdict).toBe('too-large');
    const { contextTokens } = estimate({ devices: small }).suggestion.engine;
    expect(contextTokens).toBeLessThan(8192);
    expect(estimate({ devices: small, engine: { ...engine, contextTokens } }).verdict).not.toBe('too-large');
    const { engine: longer, why } = estimate({ devices: small, tokens: 6000 }).suggestion;
    expect(longer.contextTokens).toBeGreaterThanOrEqual(6000);
    expect(why.join(' ')).toContain('may not fit');
  });

  it('leave a core to the rest', () => {
    expect(estimate().suggestion.engine.threads).toBe(7);
  });
});
