import { describe, expect, it } from 'vitest';
import { requireLayers } from './load-container-model.ts';

const on = (gpuLayersOffloaded: number, backend = 'cuda') => ({ gpuLayersOffloaded, layersTotal: 33, backend });

describe('layers on the GPU', () => {
  it.each([
    [0, on(0, 'cpu')],
    [-1, on(33)],
    [20, on(20)],
    [99, on(33)],
  ])('%i asked for is met by %j', (requested, report) => {
    expect(() => requireLayers(requested, report)).not.toThrow();
  });

  it.each([
    [-1, on(32), /33 of 33 .* 32 are there: the engine runs on cuda/],
    [-1, on(0, 'cpu'), /0 are there: there is no GPU/],
    [20, on(0, 'cpu'), /20 of 33/],
    [99, on(20), /33 of 33/],
  ])('%i asked for is not met by %j', (requested, report, words) => {
    expect(() => requireLayers(requested, report)).toThrow(words);
  });
});
