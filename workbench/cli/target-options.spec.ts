import { describe, expect, it } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import type { DeploymentDefaults } from '../contract/deployments.ts';
import { changeTarget, chooseTarget, optionOf, type TargetOptions } from './target-options.ts';

const defaults: DeploymentDefaults = {
  profiles: [{ name: 'work', region: 'eu-west-1', kind: 'sso', sign_in: 'aws sso login --profile work' }],
  regions: [],
  profile: null,
  region: 'us-east-1',
  bucket: null,
  build_role_arn: null,
  execution_role_arn: null,
  names: { decisions: null, standard: null },
};
const around = {
  defaults,
  proposedName: 'tickets',
  fast: false,
  folder: '/home/ada',
  now: new Date('2026-11-29T12:00:00Z'),
};
const choose = (options: TargetOptions, own: Partial<DeploymentDefaults> = {}) =>
  chooseTarget({ model: 'm.gguf', ...options }, { ...around, defaults: { ...defaults, ...own } });

/** The options that are named as being at fault. */
function refused(options: TargetOptions, own: Partial<DeploymentDefaults> = {}): string[] {
  try {
    chooseTarget(options, { ...around, defaults: { ...defaults, ...own } });
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_REQUEST') return error.fields.map(({ path }) => path);
    throw error;
  }
  return [];
}

describe('a target of options', () => {
  it('needs a model and a region alone', () => {
    expect(choose({})).toMatchObject({
      path: 'decisions',
      accelerator: 'cpu',
      region: 'us-east-1',
      profile: null,
      name: 'tickets',
      instances: { kind: 'one', type: 'ml.c6i.8xlarge' },
      scaling: { kind: 'fixed', count: 1 },
      roles: { execution: { role: 'make' }, build: { role: 'make' } },
      bucket: { bucket: 'make', name: null },
      model: { from: 'file', path: '/home/ada/m.gguf' },
      image: { from: 'build' },
      expires_at: null,
      disagreement_limit: 0.02,
      provision_timeout_seconds: 1200,
    });
  });

  it('takes what the environment gives, and options before that', () => {
    const own = {
      bucket: 'artifacts',
      build_role_arn: 'arn:aws:iam::123456789012:role/build',
      execution_role_arn: 'arn:aws:iam::123456789012:role/run',
      names: { decisions: 'semif', standard: 'llamacpp-standard' },
    };
    expect(choose({}, own)).toMatchObject({
      name: 'semif',
      bucket: { bucket: 'given', name: 'artifacts' },
      roles: {
        execution: { role: 'given', arn: 'arn:aws:iam::123456789012:role/run' },
        build: { role: 'given', arn: 'arn:aws:iam::123456789012:role/build' },
      },
    });
    expect(choose({ path: 'standard' }, own).name).toBe('llamacpp-standard');
    const options = {
      name: 'mine',
      bucket: 'others',
      roleArn: 'arn:aws:iam::123456789012:role/x',
      region: 'eu-north-1',
    };
    expect(choose(options, own)).toMatchObject({
      name: 'mine',
      region: 'eu-north-1',
      bucket: { name: 'others' },
      roles: { execution: { arn: 'arn:aws:iam::123456789012:role/x' } },
    });
  });

  it('takes the region of a profile that is named', () => {
    expect(choose({ profile: 'work' })).toMatchObject({ profile: 'work', region: 'eu-west-1' });
  });

  it('is for the GPU when its types are, with pools in the order of their naming', () => {
    const target = choose({ instancePool: ['ml.g6.2xlarge', 'ml.g5.2xlarge'], gpuLayers: -1 });
    expect(target).toMatchObject({ accelerator: 'gpu', gpu_layers: -1, disagreement_limit: 0.05 });
    expect(target.instances).toEqual({
      kind: 'pools',
      pools: [
        { type: 'ml.g6.2xlarge', priority: 1 },
        { type: 'ml.g5.2xlarge', priority: 2 },
      ],
    });
    expect(choose({ accelerator: 'gpu' }).instances).toMatchObject({ kind: 'pools' });
    expect(choose({ instanceType: 'ml.g6e.xlarge' })).toMatchObject({ accelerator: 'gpu' });
  });

  it('scales between what is named', () => {
    expect(choose({ instances: 3 }).scaling).toEqual({ kind: 'fixed', count: 3 });
    expect(choose({ instances: 2, maxInstances: 5, callsPerMinute: 30 }).scaling).toEqual({
      kind: 'bounds',
      min: 2,
      max: 5,
      invocations_per_minute: 30,
    });
  });

  it('reads where the model is from', () => {
    const commit = '4168f45a16a1290d65a4ec0fa312ae917a4c15d6';
    const only = (options: TargetOptions) => chooseTarget(options, around).model;
    expect(only({ hubModel: `owner/name@${commit}/folder/m.gguf`, hubSha256: 'A'.repeat(64) })).toEqual({
      from: 'hub',
      repository: 'owner/name',
      revision: commit,
      file: 'folder/m.gguf',
      sha256: 'a'.repeat(64),
      bytes: null,
    });
    expect(only({ hubModel: 'owner/name/m.gguf' })).toEqual({
      from: 'container-hub',
      repository: 'owner/name',
      file: 'm.gguf',
    });
    expect(only({ modelDataUrl: 's3://bucket/a/' })).toEqual({ from: 'model-data', url: 's3://bucket/a/' });
  });
});

describe('what cannot be used', () => {
  const commit = 'a'.repeat(40);
  it.each<[TargetOptions, string[]]>([
    [{}, ['--model']],
    [{ model: 'a.gguf', modelDataUrl: 's3://b/c/' }, ['--model']],
    [{ hubModel: 'nonsense' }, ['--hub-model']],
    [{ hubModel: `o/n@${commit}/m.gguf` }, ['--hub-sha256']],
    [{ modelDataUrl: 'https://example.org/m' }, ['--model-data-url']],
    [{ model: 'a.gguf', instanceType: 'ml.g5.xlarge', instancePool: ['ml.g6.xlarge'] }, ['--instance-pool']],
    [{ model: 'a.gguf', imageUri: 'repository:latest' }, ['--image-uri']],
    [{ model: 'a.gguf', roleArn: 'my-role' }, ['--role-arn']],
    [{ model: 'a.gguf', name: 'no spaces please' }, ['--name']],
    [{ model: 'a.gguf', bucket: 'UPPER' }, ['--bucket']],
    [{ model: 'a.gguf', provisionTimeout: 299 }, ['--provision-timeout']],
    [{ model: 'a.gguf', expires: 'soon' }, ['--expires']],
    [{ model: 'a.gguf', region: 'europe' }, ['--region']],
  ])('%o names %o', (options, expected) => {
    expect(refused(options)).toEqual(expected);
  });

  it('is a region that nobody names', () => {
    expect(refused({ model: 'a.gguf' }, { region: null })).toEqual(['--region']);
  });
});

describe('a change', () => {
  it('leaves what is not named as it was', () => {
    const before = choose({ instances: 2, expires: '8h', threads: 8 });
    const after = changeTarget(before, { context: 1024, expires: 'never' }, around);
    expect(after).toEqual({ ...before, context_tokens: 1024, expires_at: null });
  });
});

describe('a change to the other kind of machine', () => {
  it('takes what is usual there', () => {
    const cpu = choose({ threads: 8 });
    const gpu = changeTarget(cpu, { instancePool: ['ml.g5.2xlarge'] }, around);
    expect(gpu).toMatchObject({ accelerator: 'gpu', gpu_layers: -1, disagreement_limit: 0.05, threads: null });
    expect(changeTarget(gpu, { accelerator: 'cpu' }, around)).toEqual({ ...cpu, threads: null });
  });
});

describe('the option of a field', () => {
  it.each([
    ['instances.pools[1].type', '--instance-pool'],
    ['instances.type', '--instance-type'],
    ['image.uri', '--image-uri'],
    ['model.url', '--model-data-url'],
    ['model.path', '--model'],
    ['execution-role/x', 'execution-role/x'],
  ])('%s is %s', (field, option) => {
    expect(optionOf(field)).toBe(option);
  });
});
