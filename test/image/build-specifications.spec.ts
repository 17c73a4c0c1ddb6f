import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { imageDetailSchema, modelDetailSchema } from '../../workbench/packaging/build-details.ts';
import { describeModel } from '../../workbench/packaging/describe-model.ts';
import { writeModelArchive } from '../../workbench/packaging/write-model-archive.ts';
import { programsAreBuilt } from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const images = join(root, 'images');
const source = join(root, 'dist/server');

const phase = z.strictObject({
  'run-as': z.string().optional(),
  'on-failure': z.string().optional(),
  'runtime-versions': z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  commands: z.array(z.string()).min(1).optional(),
  finally: z.array(z.string()).optional(),
});

/** The fields of a build specification that CodeBuild knows, of those that ours could use. */
const buildSpecification = z.strictObject({
  version: z.literal(0.2),
  env: z
    .strictObject({
      shell: z.enum(['bash', '/bin/sh']),
      variables: z.record(z.string(), z.string()),
      'exported-variables': z.array(z.string()),
    })
    .partial()
    .optional(),
  phases: z.strictObject({ install: phase, pre_build: phase, build: phase, post_build: phase }).partial(),
  artifacts: z.strictObject({
    files: z.array(z.string()).min(1),
    name: z.string().optional(),
    'discard-paths': z.enum(['yes', 'no']).optional(),
    'base-directory': z.string().optional(),
  }),
});

/** Programs that only note how they were called; a test says what else they do. */
interface Fakes {
  /** Lines of a shell. */
  aws?: string;
  docker?: string;
  curl?: string;
}

interface Build {
  status: number | null;
  err: string;
  /** Each call of a fake program, as in `aws s3 cp …`. */
  calls: string[];
  /** A file that the build left; null when there is none. */
  left(name: string): string | null;
}

/** Runs the commands of a specification as CodeBuild does, in a folder with the source. */
function build(specification: string, fakes: Fakes, env: Record<string, string>): Build {
  const folder = temporaryFolder();
  for (const name of readdirSync(images)) cpSync(join(images, name), join(folder, name));
  if (existsSync(source)) {
    for (const name of readdirSync(source)) {
      if (/\.m?js$/.test(name)) cpSync(join(source, name), join(folder, name));
    }
  }
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  for (const name of ['aws', 'docker', 'curl'] as const) {
    const text = `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${fakes[name] ?? ''}\n`;
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  }
  const { phases } = buildSpecification.parse(parse(readFileSync(join(images, specification), 'utf8')));
  const PATH = `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
  let status: number | null = 0;
  let err = '';
  for (const { commands = [] } of [phases.install, phases.pre_build, phases.build].filter((one) => one !== undefined)) {
    for (const command of commands) {
      if (status !== 0) break;
      const ran = spawnSync('sh', ['-c', command], { cwd: folder, env: { PATH, ...env }, encoding: 'utf8' });
      status = ran.status;
      err += ran.stderr;
    }
  }
  const left = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null);
  return { status, err, calls: readFileSync(calls, 'utf8').trimEnd().split('\n'), left };
}

describe('the build specifications', () => {
  it.each(['build-image.yml', 'build-model.yml'])(
    '%s has the fields that CodeBuild knows, and commands that exist',
    (name) => {
      const specification = buildSpecification.parse(parse(readFileSync(join(images, name), 'utf8')));
      const { build: built } = specification.phases;
      expect(built?.['on-failure']).toBe('ABORT');
      for (const command of built?.commands ?? []) {
        const script = /^sh \.\/(\S+)$/.exec(command)?.[1] ?? '';
        expect(existsSync(join(images, script)), command).toBe(true);
      }
    },
  );

  it('would be seen to have others', () => {
    expect(
      buildSpecification.safeParse({ version: 0.2, phases: { built: {} }, artifacts: { files: ['a'] } }).success,
    ).toBe(false);
  });
});

describe('the image’s build', () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  const repository = '123456789012.dkr.ecr.eu-central-1.amazonaws.com/decision/adapter';
  const env = {
    IMAGE_KIND: 'cpu',
    REPOSITORY_URI: repository,
    IMAGE_TAG: 'cpu-1234',
    SOURCE_SHA256: '9'.repeat(64),
  };
  const aws = (described: string) =>
    `case "$*" in "ecr get-login-password"*) echo secret ;; "ecr describe-images"*) ${described} ;; esac`;
  const fakes = { aws: aws(`echo ${digest}`), docker: '[ "$1" != login ] || grep -qx secret' };

  it('logs in, builds, pushes and asks the registry for the digest', () => {
    const { status, err, calls, left } = build('build-image.yml', fakes, env);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(calls.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'aws ecr',
      'docker login',
      'docker build',
      'docker push',
      'aws ecr',
    ]);
    expect(calls.join('\n')).not.toContain('secret');
    expect(calls[2]).toMatch(/--file cpu\.Dockerfile .*--build-arg NODE_DIGEST=sha256:[1-9a-f][0-9a-f]{63} \.$/);
    expect(calls[2]).not.toContain('CUDA');
    expect(calls[3]).toBe(`docker push ${repository}:cpu-1234`);
    expect(calls[4]).toContain('--repository-name decision/adapter --image-ids imageTag=cpu-1234');
    const detail = imageDetailSchema.parse(JSON.parse(left('image-detail.json') ?? ''));
    expect(detail).toMatchObject({
      kind: 'cpu',
      uri: `${repository}@${digest}`,
      source_sha256: '9'.repeat(64),
      cuda_digest: '',
    });
  });

  it('names both bases for the GPU', () => {
    const { calls, left } = build('build-image.yml', fakes, { ...env, IMAGE_KIND: 'gpu' });
    expect(calls[2]).toMatch(/--file gpu\.Dockerfile .*NODE_DIGEST=sha256:\w{64} .*CUDA_DIGEST=sha256:\w{64} \.$/);
    expect(imageDetailSchema.parse(JSON.parse(left('image-detail.json') ?? '')).kind).toBe('gpu');
  });

  it.each<[string, Fakes, Record<string, string>, RegExp]>([
    ['another kind', fakes, { IMAGE_KIND: 'tpu' }, /IMAGE_KIND/],
    ['no repository', fakes, { REPOSITORY_URI: '' }, /REPOSITORY_URI/],
    ['another registry', fakes, { REPOSITORY_URI: 'example.org/a' }, /REPOSITORY_URI/],
    ['no tag', fakes, { IMAGE_TAG: '' }, /IMAGE_TAG/],
    ['zeros for a base', fakes, { NODE_DIGEST: `sha256:${'0'.repeat(64)}` }, /NODE_DIGEST/],
    ['a tag for a base', fakes, { CUDA_DIGEST: '13.0.0-devel' }, /CUDA_DIGEST/],
    ['no password', { ...fakes, aws: 'exit 254' }, {}, /no password/],
    ['a login that is refused', { ...fakes, docker: '[ "$1" != login ]' }, {}, /refused the login/],
    ['a failed build', { ...fakes, docker: '[ "$1" != build ]' }, {}, /docker build failed/],
    ['a failed push', { ...fakes, docker: '[ "$1" != push ]' }, {}, /docker push failed/],
    ['a registry that does not answer', { ...fakes, aws: aws('exit 254') }, {}, /does not say/],
    ['a registry without a digest', { ...fakes, aws: aws('echo None') }, {}, /“None”, which is no digest/],
  ])('stops with %s, and leaves no result', (_, own, more, words) => {
    const { status, err, left } = build('build-image.yml', own, { ...env, ...more });
    expect(status).toBe(1);
    expect(err).toMatch(words);
    expect(left('image-detail.json')).toBeNull();
  });
});

describe.skipIf(!programsAreBuilt())('the model’s build (skipped when dist/ is missing)', () => {
  const content = readFileSync(tinyPaths.llama);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const env = {
    MODEL_REPOSITORY: 'owner/name',
    MODEL_REVISION: 'a'.repeat(40),
    MODEL_FILES: 'tiny-llama.gguf',
    MODEL_SHA256S: sha256,
    MODEL_TARGET: 's3://bucket/models/model.tar.gz',
    HF_TOKEN: 'secret-token',
  };
  /** Puts the file where it is told to, and keeps what came on its standard input. */
  const curl = `cat > curl-config
while [ $# -gt 1 ]; do [ "$1" != --output ] || cp '${tinyPaths.llama}' "$2"; shift; done`;
  /** Keeps what is stored. */
  const fakes = { curl, aws: 'mkdir -p stored && cp "$4" stored/' };

  it('fetches the pinned file, packs it as the command line does, and stores it', async () => {
    const { status, err, calls, left } = build('build-model.yml', fakes, env);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(calls[0]).toMatch(
      new RegExp(`https://huggingface\\.co/owner/name/resolve/${'a'.repeat(40)}/tiny-llama\\.gguf$`),
    );
    expect(calls[1]).toMatch(/^aws s3 cp .*packed\/model\.tar\.gz s3:\/\/bucket\/models\/model\.tar\.gz$/);
    expect(calls.join('\n')).not.toContain('secret-token');
    expect(left('curl-config')).toContain('secret-token');
    const detail = modelDetailSchema.parse(JSON.parse(left('model-detail.json') ?? ''));
    const model = await describeModel(tinyPaths.llama, { repository: 'owner/name', revision: 'a'.repeat(40) });
    const own = await writeModelArchive(model, join(temporaryFolder(), 'model.tar.gz'));
    expect(detail.archive).toEqual({ bytes: own.bytes, sha256: own.sha256 });
    expect(detail.manifest).toEqual(model.manifest);
    expect(left('stored/model.tar.gz')?.length).toBe(readFileSync(own.path, 'utf8').length);
  });

  it('stores all parts of a split model under a prefix, beside the manifest', () => {
    const { status, err, calls, left } = build('build-model.yml', fakes, {
      ...env,
      MODEL_FILES: 'q4/m-00001-of-00002.gguf q4/m-00002-of-00002.gguf',
      MODEL_SHA256S: `${sha256} ${sha256}`,
      MODEL_TARGET: 's3://bucket/models/',
    });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(calls.slice(0, 2).map((call) => call.split('/').at(-1))).toEqual([
      'm-00001-of-00002.gguf',
      'm-00002-of-00002.gguf',
    ]);
    expect(calls.slice(2).map((call) => call.split(' ').slice(-2))).toEqual([
      ['packed/model-manifest.json', 's3://bucket/models/'],
      ['model/m-00001-of-00002.gguf', 's3://bucket/models/'],
      ['model/m-00002-of-00002.gguf', 's3://bucket/models/'],
    ]);
    const detail = modelDetailSchema.parse(JSON.parse(left('model-detail.json') ?? ''));
    expect(detail).toMatchObject({ form: 'prefix', archive: null, files: { length: 2 } });
    expect(JSON.parse(left('stored/model-manifest.json') ?? '')).toEqual(detail.manifest);
  });

  it.each<[string, Fakes, Record<string, string>, RegExp]>([
    ['another checksum', fakes, { MODEL_SHA256S: 'b'.repeat(64) }, /has the checksum .* was pinned/],
    ['no checksum', fakes, { MODEL_SHA256S: '' }, /no checksum for tiny-llama/],
    ['two checksums for one file', fakes, { MODEL_SHA256S: `${sha256} ${sha256}` }, /more checksums than files/],
    ['a branch for a revision', fakes, { MODEL_REVISION: 'main' }, /branches and tags move/],
    ['a repository that is a path', fakes, { MODEL_REPOSITORY: '../name' }, /owner\/name/],
    ['a file outside', fakes, { MODEL_FILES: 'a/../../b.gguf' }, /no name of a GGUF file/],
    ['a target elsewhere', fakes, { MODEL_TARGET: 'bucket/a.tar.gz' }, /MODEL_TARGET/],
    ['a hub that does not answer', { ...fakes, curl: 'exit 22' }, {}, /could not be fetched/],
    ['half of a split model', fakes, { MODEL_FILES: 'm-00001-of-00002.gguf' }, /could not be packed/],
    ['a bucket that refuses', { ...fakes, aws: 'exit 1' }, {}, /could not be stored/],
  ])('stops with %s, and leaves no result', (_, own, more, words) => {
    const { status, err, left } = build('build-model.yml', own, { ...env, ...more });
    expect(status).toBe(1);
    expect(err).toMatch(words);
    expect(left('model-detail.json')).toBeNull();
  });
});
