import { describe, expect, it } from 'vitest';
import { readEnvironment } from './read-environment.ts';

describe('the environment', () => {
  it('may be empty', () => {
    expect(readEnvironment({ DECISION_THREADS: '', PATH: '/bin' })).toEqual({
      server: {
        host: '0.0.0.0',
        port: 8080,
        apiKey: null,
        logEvidence: false,
        limits: {
          bodyBytes: 262_144,
          decisions: 8,
          decisionTokens: { one: 4096, request: 8192 },
          questionTokens: { one: 8192, request: 16_384 },
          queue: 0,
          seconds: 55,
        },
      },
      modelFolder: '/opt/ml/model',
      modelFile: null,
      skipChecksum: false,
      threads: null,
      gpuLayers: 0,
      contextTokens: 8192,
      configuration: null,
    });
  });

  it('sets everything, by our names', () => {
    const container = readEnvironment({
      DECISION_THREADS: '4',
      DECISION_GPU_LAYERS: '-1',
      DECISION_CONTEXT: '2048',
      DECISION_MAX_PROMPT_TOKENS: '1000',
      DECISION_MAX_REQUEST_TOKENS: '1500',
      DECISION_MAX_DECISIONS: '3',
      DECISION_MAX_BODY_BYTES: '1024',
      DECISION_QUEUE: '2',
      DECISION_PORT: '9000',
      DECISION_MODEL_DIR: '/models',
      DECISION_MODEL_FILE: 'a.gguf',
      DECISION_API_KEY: 'k',
      DECISION_SKIP_CHECKSUM: 'true',
      DECISION_LOG_EVIDENCE: '1',
    });
    expect(container).toMatchObject({
      server: {
        port: 9000,
        apiKey: 'k',
        logEvidence: true,
        limits: {
          bodyBytes: 1024,
          decisions: 3,
          decisionTokens: { one: 1000, request: 1500 },
          questionTokens: { one: 1000, request: 1500 },
          queue: 2,
        },
      },
      modelFolder: '/models',
      modelFile: '/models/a.gguf',
      skipChecksum: true,
      threads: 4,
      gpuLayers: -1,
      contextTokens: 2048,
    });
  });

  it('takes the other container’s names, and ignores what means nothing here', () => {
    const container = readEnvironment({
      SEMIF_MODEL_DIR: '/m',
      SEMIF_GGUF_PATH: '/elsewhere/b.gguf',
      SEMIF_THREADS: '2',
      DECISION_THREADS: '2',
      SEMIF_N_GPU_LAYERS: '20',
      SEMIF_MAX_TOKENS: '512',
      SEMIF_MAX_REQUEST_TOKENS: '600',
      SEMIF_MAX_SHARED_DECISIONS: '4',
      SEMIF_MAX_BODY_BYTES: '2000',
      SEMIF_PORT: '8081',
      SEMIF_MAX_IN_FLIGHT: '3',
      SEMIF_TOKENIZER_SOURCE: 'x',
      SEMIF_TOKENIZER_REVISION: 'y',
      SEMIF_LLAMA_CPP_LIB_DIR: 'z',
    });
    expect(container).toMatchObject({ modelFolder: '/m', modelFile: '/elsewhere/b.gguf', threads: 2, gpuLayers: 20 });
    expect(container.server).toMatchObject({
      port: 8081,
      limits: { queue: 2, decisions: 4, bodyBytes: 2000, decisionTokens: { one: 512, request: 600 } },
    });
  });

  it.each([
    [{ DECISION_THREADS: 'four' }, 'DECISION_THREADS'],
    [{ DECISION_THREADS: '0' }, 'DECISION_THREADS'],
    [{ DECISION_THREADS: '1.5' }, 'DECISION_THREADS'],
    [{ DECISION_GPU_LAYERS: '-2' }, 'DECISION_GPU_LAYERS'],
    [{ DECISION_PORT: '65536' }, 'DECISION_PORT'],
    [{ DECISION_MAX_DECISIONS: '9' }, 'DECISION_MAX_DECISIONS'],
    [{ DECISION_SKIP_CHECKSUM: 'maybe' }, 'DECISION_SKIP_CHECKSUM'],
    [{ DECISION_API_KEY: 'a b' }, 'DECISION_API_KEY'],
    [{ SEMIF_MAX_IN_FLIGHT: '0' }, 'SEMIF_MAX_IN_FLIGHT'],
    [{ SEMIF_MAX_IN_FLIGHT: 'x' }, 'SEMIF_MAX_IN_FLIGHT'],
    [{ DECISION_THREADS: '1', SEMIF_THREADS: '2' }, 'SEMIF_THREADS'],
    [{ DECISION_QUEUE: '1', SEMIF_MAX_IN_FLIGHT: '1' }, 'SEMIF_MAX_IN_FLIGHT'],
    [{ DECISION_CONFIGURATION_SHA256: 'x' }, 'DECISION_CONFIGURATION_0'],
  ])('refuses %j, naming %s', (env, name) => {
    expect(() => readEnvironment(env)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(`${name}: `) }),
    );
  });

  it('names everything at once, and never a key', () => {
    const env = { DECISION_THREADS: 'x', DECISION_PORT: 'y', DECISION_API_KEY: 'my secret' };
    expect(() => readEnvironment(env)).toThrow(/DECISION_THREADS.*DECISION_PORT|DECISION_PORT.*DECISION_THREADS/);
    expect(() => readEnvironment(env)).not.toThrow(/my secret/);
  });
});
