import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { STARTER_SHA256 } from '../../adapter/configuration/default-settings.ts';
import { writeConfigurationParts } from '../../adapter/server/configuration-parts.ts';
import { starterIsHere, starterPath, tinyPaths } from '../../fixtures/models/model-files.ts';
import { longEvidence, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { starterLetters } from '../stand-ins/letters-configuration.ts';
import { modelFolder } from '../stand-ins/model-folder.ts';
import {
  commandLineProgram,
  containerProgram,
  programsAreBuilt,
  type RunningProgram,
  runProgram,
  untilReady,
} from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

const running: RunningProgram[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

function container(env: Record<string, string>): RunningProgram {
  const program = runProgram(containerProgram, ['serve'], { DECISION_PORT: '0', DECISION_THREADS: '1', ...env });
  running.push(program);
  return program;
}

async function serve(env: Record<string, string>) {
  return untilReady(container(env), 'out');
}

async function post(url: string, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  return { status: response.status, value: await response.json() };
}

const body = (own: { state?: string } = {}) => {
  const decision = sampleDecision(own);
  return { decision: { ...decision, state: decision.state.kind === 'string' ? decision.state.value : '' } };
};

describe.skipIf(!programsAreBuilt())('the container (skipped when dist/ is missing)', () => {
  it('loads the one model, says what it runs, answers, and ends in order', async () => {
    const folder = modelFolder(tinyPaths.llama);
    mkdirSync(join(folder, 'tokenizer'));
    const server = await serve({ DECISION_MODEL_DIR: folder, DECISION_API_KEY: 'k' });
    expect(server.log().map(({ msg }) => msg)).toEqual([expect.stringContaining('tokenizer folder ignored'), 'ready']);
    expect(server.log()[1]).toMatchObject({
      backend: 'cpu',
      device: expect.any(String),
      layers_requested: '0',
      layers_offloaded: 0,
      layers_total: expect.any(Number),
      threads: 1,
      engine_version: expect.any(String),
      model_file: 'tiny-llama.gguf',
      model_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      readout: 'texts',
      settings_from: 'model default',
      configuration_sha256: null,
    });
    expect((await fetch(`${server.url}/ping`)).status).toBe(200);
    expect((await post(`${server.url}/invocations`, body())).status).toBe(401);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.written.err).toBe('');
  });

  it('delivers the answer of what it was scoring when it is told to stop', async () => {
    const server = await serve({ DECISION_MODEL_DIR: modelFolder(tinyPaths.llama) });
    const scored = post(`${server.url}/invocations`, body({ state: longEvidence(900) }));
    await untilActive(server.url);
    const stopped = Date.now();
    server.child.kill('SIGTERM');
    const { status, value } = await scored;
    expect(status).toBe(200);
    expect(value.result.probabilities).toHaveLength(3);
    expect(await server.ended).toBe(0);
    expect(Date.now() - stopped).toBeLessThan(25_000);
    await expect(fetch(`${server.url}/ping`)).rejects.toThrow();
  });

  it.each<[string, (folder: string) => Record<string, string>, RegExp]>([
    ['no model', () => ({}), /no GGUF file/],
    [
      'two models',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder });
        symlinkSync(tinyPaths.hybrid, join(folder, 'other.gguf'));
        return {};
      },
      /several models.*other\.gguf.*tiny-llama\.gguf/,
    ],
    [
      'half of a split model',
      (folder) => {
        symlinkSync(tinyPaths.llama, join(folder, 'm-00001-of-00002.gguf'));
        return {};
      },
      /m-00002-of-00002\.gguf of the model is missing/,
    ],
    [
      'a wrong checksum',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder, sha256: 'a'.repeat(64) });
        return {};
      },
      /checksum of tiny-llama\.gguf is wrong/,
    ],
    [
      'another file’s manifest',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder, file: 'other.gguf' });
        return {};
      },
      /about other\.gguf/,
    ],
    [
      'no manifest',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder, manifest: false });
        return {};
      },
      /no model-manifest\.json/,
    ],
    [
      'a manifest that is none',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder });
        writeFileSync(join(folder, 'model-manifest.json'), '{"gguf":{}}');
        return {};
      },
      /model-manifest\.json cannot be used/,
    ],
    [
      'layers on a GPU that is not there',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder });
        return { DECISION_GPU_LAYERS: '-1', CUDA_VISIBLE_DEVICES: '-1' };
      },
      /layers were asked for on the GPU, and 0 are there/,
    ],
    ['a value that does not parse', () => ({ DECISION_THREADS: 'many' }), /DECISION_THREADS/],
    ['two names that disagree', () => ({ SEMIF_THREADS: '3' }), /SEMIF_THREADS/],
    [
      'a configuration for another model',
      (folder) => {
        modelFolder(tinyPaths.llama, { folder });
        return configurationInEnvironment();
      },
      /another model file/,
    ],
    [
      'a configuration with a missing part',
      () => {
        const { DECISION_CONFIGURATION_0: _, ...rest } = configurationInEnvironment();
        return rest;
      },
      /DECISION_CONFIGURATION/,
    ],
  ])('does not start with %s, and says so in one line', async (_, prepare, words) => {
    const folder = temporaryFolder();
    const program = container({ DECISION_MODEL_DIR: folder, ...prepare(folder) });
    expect(await program.ended).toBe(1);
    const lines = program.written.out.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'fatal',
      error: expect.stringMatching(words),
      next: expect.any(String),
    });
    expect(program.written.err).toBe('');
  });

  it('does not start on a port that is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '0.0.0.0', () => {
        const address = other.address();
        resolve(address !== null && typeof address === 'object' ? address.port : 0);
      });
    });
    const program = container({ DECISION_MODEL_DIR: modelFolder(tinyPaths.llama), DECISION_PORT: String(port) });
    expect(await program.ended).toBe(1);
    other.close();
    expect(program.written.out).toContain(`Port ${port} of 0.0.0.0 cannot be had`);
  });

  it('believes the manifest when the checksum is skipped, and says so', async () => {
    const folder = modelFolder(tinyPaths.llama, { sha256: 'a'.repeat(64) });
    const server = await serve({ DECISION_MODEL_DIR: folder, DECISION_SKIP_CHECKSUM: '1' });
    expect(server.log()[0]).toMatchObject({ level: 'warn', msg: 'checksum skipped', model_sha256: 'a'.repeat(64) });
    const { value } = await post(`${server.url}/invocations`, body());
    expect(value.result.model).toMatchObject({ sha256: 'a'.repeat(64), repository: 'someone/model', revision: 'abc' });
  });
});

describe.skipIf(!programsAreBuilt() || !starterIsHere())(
  'the golden example (skipped without dist/ or the starter)',
  () => {
    it('is bit for bit what the command line gives under the same configuration', async () => {
      const configuration = starterLetters();
      const folder = temporaryFolder();
      const file = join(folder, 'letters.json');
      writeFileSync(file, writeConfigurationFile(namedConfiguration()));
      const request = join(folder, 'decision.json');
      writeFileSync(request, JSON.stringify(body()));
      const options = ['--configuration', file, '--threads', '1', '--json'];
      const program = runProgram(commandLineProgram, ['score', request, ...options]);
      running.push(program);
      expect(await program.ended).toBe(0);
      const own = JSON.parse(program.written.out);

      const server = await serve({ DECISION_MODEL_DIR: modelFolder(starterPath), ...configurationInEnvironment() });
      expect(server.log().at(-1)).toMatchObject({
        settings_from: 'configuration',
        configuration_sha256: configurationSha256(configuration),
      });
      const { value } = await post(`${server.url}/invocations`, body());
      const { result } = value;
      expect(result.prompt_sha256).toBe('016267542103ab91422c425d2234ec7e1b9aef77f9d3e481b96db2de7cca470a');
      expect(result.readout).toBe(
        'quantized last-position logits restricted to declared answer slots; no generated tokens',
      );
      expect(result.option_ids).toEqual(['account_access', 'billing', 'sales']);
      expect(result.model).toMatchObject({ file: 'SmolLM2-135M-Instruct.Q4_1.gguf', sha256: STARTER_SHA256 });
      expect(result.configuration_sha256).toBe(configurationSha256(configuration));
      for (const field of [
        'probabilities',
        'option_logits',
        'answer_token_ids',
        'prompt_sha256',
        'input_tokens',
        'configuration_sha256',
      ]) {
        expect(result[field]).toEqual(own[field]);
      }
    });
  },
);

function namedConfiguration() {
  return { name: 'letters', saved_at: '2026-11-29T12:00:00Z', configuration: starterLetters() };
}

function configurationInEnvironment(): Record<string, string> {
  return writeConfigurationParts(namedConfiguration());
}

/** Waits until a request is being scored. */
async function untilActive(url: string): Promise<void> {
  for (;;) {
    const figures = await (await fetch(`${url}/metrics`)).text();
    if (figures.includes('\ndecision_requests_active 1\n')) return;
  }
}
