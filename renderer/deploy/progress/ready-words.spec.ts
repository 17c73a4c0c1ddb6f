import { expect, it } from 'vitest';
import { readyWords } from './ready-words.ts';

const cpu = {
  device: 'CPU',
  backend: 'cpu',
  layers_requested: '0',
  layers_offloaded: 0,
  layers_total: 31,
  threads: 32,
  engine: 'node-llama-cpp 3.21.1',
  model_sha256: null,
  readout: 'texts',
};

it('says for a GPU whether all layers are on it', () => {
  expect(readyWords({ ...cpu, device: 'NVIDIA L4', layers_offloaded: 31, threads: null, engine: null })).toBe(
    'NVIDIA L4, all 31 layers on it',
  );
  expect(readyWords({ ...cpu, device: 'NVIDIA L4', layers_offloaded: 20, threads: null, engine: null })).toBe(
    'NVIDIA L4, 20 of 31 layers on it',
  );
});

it('has no word of layers for a CPU', () => {
  expect(readyWords(cpu)).toBe('CPU, 32 threads, node-llama-cpp 3.21.1');
});
