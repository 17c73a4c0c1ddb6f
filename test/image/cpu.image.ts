import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { writeConfigurationParts } from '../../adapter/server/configuration-parts.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { longEvidence, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { describeModel } from '../../workbench/packaging/describe-model.ts';
import { writeModelArchive } from '../../workbench/packaging/write-model-archive.ts';
import { lettersConfiguration } from '../stand-ins/letters-configuration.ts';
import { commandLineProgram } from '../stand-ins/run-program.ts';
import { buildAdapter, canaries } from './build-adapter.ts';
import { adapterImage, type Buildah, baseImage, openBuildah } from './buildah.ts';
import { makeBase } from './make-base.ts';
import { type ImageLayers, type LayerFile, layerDigests, readLayers } from './read-layers.ts';
import { type Sandbox, type SandboxImage, serveInASandbox } from './serve-in-a-sandbox.ts';

const run = promisify(execFile);

/** Why there is no image here, as scripts/test-image.mjs found. */
const reason = process.env.WORKBENCH_NO_IMAGE;

/** What the image adds to its base, as it lies on the disk: the target of docs/container.md. */
const MAX_APPLICATION_BYTES = 100_000_000;

const MAX_ATTEMPTS = 20;

const configSchema = z.object({
  config: z.object({
    Entrypoint: z.array(z.string()),
    Cmd: z.array(z.string()).nullish(),
    Env: z.array(z.string()),
    WorkingDir: z.string(),
    StopSignal: z.string(),
    Healthcheck: z.object({ Test: z.array(z.string()) }),
    User: z.string().optional(),
  }),
});

const decision = (evidence?: string) => {
  const { state, ...rest } = sampleDecision(evidence === undefined ? {} : { state: evidence });
  return { decision: { ...rest, state: state.kind === 'string' ? state.value : '' } };
};

describe.skipIf(reason !== undefined)(`the CPU image (${reason ?? 'built here'})`, () => {
  let buildah: Buildah;
  let layers: ImageLayers;
  let config: z.infer<typeof configSchema>['config'];
  let image: SandboxImage;
  /** Of all layers that are not the base's. */
  let files: LayerFile[];
  let models: string;

  beforeAll(async () => {
    buildah = openBuildah();
    await buildAdapter(buildah, await makeBase(buildah));
    const base = await layerDigests(buildah, baseImage);
    layers = await readLayers(buildah, adapterImage, 'pushed');
    expect(layers.digests.slice(0, base.length)).toEqual(base);
    files = (await Promise.all(layers.digests.slice(base.length).map(layers.files))).flat();
    ({ config } = configSchema.parse(JSON.parse(layers.config)));
    const container = (await buildah.run(['from', '--pull-never', adapterImage])).trim();
    const rootFolder = (await buildah.run(['mount', container])).trim();
    // where the platform mounts the model, as every container runtime makes it
    mkdirSync(join(rootFolder, 'opt/ml/model'), { recursive: true });
    const env = Object.fromEntries(
      config.Env.map((line) => [line.split('=')[0] ?? '', line.split('=').slice(1).join('=')]),
    );
    image = { rootFolder, entrypoint: config.Entrypoint, workingFolder: config.WorkingDir, env };
    // The model as it travels: packed, and unpacked by another program.
    models = mkdtempSync(join(tmpdir(), 'decision-model-'));
    const model = await describeModel(tinyPaths.llama, { repository: 'someone/model', revision: 'abc' });
    const { path } = await writeModelArchive(model, join(buildah.folder, 'model.tar.gz'));
    await run('tar', ['-xzf', path, '-C', models]);
  });
  afterAll(async () => {
    await buildah?.close();
    if (models !== undefined) rmSync(models, { recursive: true, force: true });
  });

  it('adds less than 100 MB to its base', () => {
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    console.info(`The application layer: ${(bytes / 1e6).toFixed(1)} MB in ${files.length} files.`);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(bytes).toBeLessThan(MAX_APPLICATION_BYTES);
  });

  it('has the server, one binary of the engine, and nothing else of ours', () => {
    const paths = files.map(({ path }) => path.replace(/^\//, ''));
    const own = paths.filter((path) => path.startsWith('opt/decision-adapter/') && !path.includes('node_modules'));
    expect(
      own.map((path) => path.replace('opt/decision-adapter/', '').replace(/-[\w-]{8}\.js$/, '-HASH.js')).sort(),
    ).toEqual([
      'LICENSE',
      'licenses.md',
      'main.js',
      'model-manifest-HASH.js',
      'package.json',
      'ping.mjs',
      'sbom/bundled.cdx.json',
      'sbom/installed.cdx.json',
    ]);
    const binaries = paths.flatMap((path) => /node_modules\/@node-llama-cpp\/([^/]+)\//.exec(path)?.[1] ?? []);
    expect([...new Set(binaries)]).toEqual(['linux-x64']);
    expect(paths.filter((path) => /gitRelease\.bundle|node_modules\/\.package-lock\.json/.test(path))).toEqual([]);
    // what the base has is used and not changed
    expect(paths.filter((path) => !path.startsWith('opt/decision-adapter/'))).toEqual([]);
  });

  it('lists the packages that it is made of', () => {
    const list = (name: string) => {
      const file = files.find(({ path }) => path.endsWith(`sbom/${name}.cdx.json`));
      return JSON.parse(file?.content.toString('utf8') ?? '{}');
    };
    const components = (name: string): { name: string; version: string }[] => list(name).components;
    const key = (one: { name: string; version: string }) => `${one.name}@${one.version}`;
    // Every package folder of the image is in the list: what the disk has is the reference.
    const installed = files.flatMap(({ path, content }) => {
      if (!/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)) return [];
      const { name, version } = JSON.parse(content.toString('utf8'));
      return name === undefined || version === undefined ? [] : [key({ name, version })];
    });
    expect(installed.length).toBeGreaterThan(50);
    const listed = new Set(components('installed').map(key));
    expect(installed.filter((one) => !listed.has(one))).toEqual([]);
    expect(list('installed').bomFormat).toBe('CycloneDX');
    expect(components('bundled').map(({ name }) => name)).toEqual(expect.arrayContaining(['hono', 'zod', 'pino']));
  });

  it('keeps no secret and no setting of a registry', () => {
    const everything = [
      ...files.map(({ path, content }) => ({ path, content })),
      { path: 'config', content: Buffer.from(layers.config) },
    ];
    for (const canary of Object.values(canaries)) {
      expect(everything.filter(({ content }) => content.includes(canary)).map(({ path }) => path)).toEqual([]);
    }
    const settings = /(^|\/)(\.?npmrc|\.npm|_cacache|_logs|\.cache|secrets|\.netrc|\.docker|\.aws|\.ssh|id_rsa)(\/|$)/;
    expect(files.map(({ path }) => path).filter((path) => settings.test(path))).toEqual([]);
    expect(layers.config).not.toMatch(/_authToken|npm_config|NPM_CONFIG|registry=/);
  });

  it('starts its program itself, stops by SIGTERM and knows how it is', () => {
    expect(config.Entrypoint).toEqual(['/usr/local/bin/node', '/opt/decision-adapter/main.js']);
    expect(config.StopSignal).toBe('SIGTERM');
    expect(config.Healthcheck.Test[0]).toBe('CMD');
    // the platform's own words: containers run as root
    expect(config.User ?? '').toBe('');
  });

  it('serves the golden example without network, capabilities or a place to write, and ends in order', async () => {
    const sha256 = createHash('sha256').update(readFileSync(tinyPaths.llama)).digest('hex');
    const configuration = lettersConfiguration({ file: 'tiny-llama.gguf', sha256 });
    const named = { name: 'letters', saved_at: '2026-11-29T12:00:00Z', configuration };
    const env = { DECISION_THREADS: '1', ...writeConfigurationParts(named) };
    const server = await serveInASandbox(image, models, env);
    try {
      await untilReady(server);
      expect(server.proc('status')).toMatch(/^CapEff:\s+0+$/m);
      expect(server.proc('net/dev').split('\n').slice(2).join('')).toMatch(/^\s*lo:[^:]*$/);
      const mounts = server
        .proc('mountinfo')
        .split('\n')
        .map((line) => line.split(' '));
      expect(mounts.find(([, , , , at]) => at === '/')?.[5]).toMatch(/^ro(,|$)/);

      expect(await server.get('/ping')).toMatchObject({ status: 200 });
      expect(await server.run([...config.Healthcheck.Test.slice(1)])).toBe(0);
      const { status, value } = await server.post('/invocations', decision());
      expect(status).toBe(200);
      const { result } = z.object({ result: z.looseObject({}) }).parse(value);
      expect(result.prompt_sha256).toBe('016267542103ab91422c425d2234ec7e1b9aef77f9d3e481b96db2de7cca470a');
      expect(result.option_ids).toEqual(['account_access', 'billing', 'sales']);
      expect(result.model).toMatchObject({ sha256, repository: 'someone/model', revision: 'abc' });

      const file = join(buildah.folder, 'letters.json');
      writeFileSync(file, writeConfigurationFile(named));
      const request = join(buildah.folder, 'decision.json');
      writeFileSync(request, JSON.stringify(decision()));
      const options = ['--model', tinyPaths.llama, '--configuration', file, '--threads', '1', '--json'];
      const { stdout } = await run(process.execPath, [commandLineProgram, 'score', request, ...options]);
      const own = JSON.parse(stdout);
      for (const field of [
        'probabilities',
        'option_logits',
        'answer_token_ids',
        'input_tokens',
        'configuration_sha256',
      ]) {
        expect(result[field], field).toEqual(own[field]);
      }

      // Told to stop while it scores. On a fast machine a score may be over before anybody sees it: then once more.
      let stopped = false;
      for (let attempt = 1; !stopped && attempt <= MAX_ATTEMPTS; attempt += 1) {
        const scored = await server.post('/invocations', decision(longEvidence(900)), () => {
          server.stop('SIGTERM');
          stopped = true;
        });
        expect(scored).toMatchObject({ status: 200 });
      }
      expect(stopped).toBe(true);
      expect(await server.ended).toBe(0);
    } finally {
      server.kill();
    }
  });

  it('does not start with a damaged model, and says why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decision-model-'));
    try {
      const content = readFileSync(tinyPaths.llama);
      content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
      writeFileSync(join(folder, 'tiny-llama.gguf'), content);
      writeFileSync(join(folder, 'model-manifest.json'), readFileSync(join(models, 'model-manifest.json')));
      const server = await serveInASandbox(image, folder, {});
      expect(await server.ended).toBe(1);
      expect(server.log()).toEqual([
        expect.objectContaining({ level: 'fatal', error: expect.stringContaining('checksum') }),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function untilReady(server: Sandbox): Promise<void> {
  let code: number | null | undefined;
  void server.ended.then((ended) => {
    code = ended;
  });
  while (!server.log().some(({ msg }) => msg === 'ready')) {
    if (code !== undefined) throw new Error(`The server ended with ${code}: ${server.written()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
