import { resolve } from 'node:path';
import { Fault, type FieldFault } from '../../adapter/fault.ts';
import { writePath } from '../../adapter/json/json-path.ts';
import type { DeploymentDefaults } from '../contract/deployments.ts';
import { defaultTarget } from '../deployment/plan/default-target.ts';
import { hasGpu } from '../deployment/plan/instance-types.ts';
import {
  type Accelerator,
  type DeploymentPath,
  type ModelSource,
  type Target,
  targetSchema,
} from '../deployment/plan/target.ts';
import { readExpiry } from './read-expiry.ts';

/** Options that say where and how it is to run; those that are absent leave what is proposed, or what there was. */
export interface TargetOptions {
  path?: DeploymentPath;
  accelerator?: Accelerator;
  region?: string;
  profile?: string;
  name?: string;
  bucket?: string;
  codebuildRoleArn?: string;
  roleArn?: string;
  instanceType?: string;
  instancePool?: string[];
  instances?: number;
  maxInstances?: number;
  callsPerMinute?: number;
  threads?: number;
  gpuLayers?: number;
  context?: number;
  provisionTimeout?: number;
  decisionsPerRequest?: number;
  imageUri?: string;
  model?: string;
  hubModel?: string;
  hubSha256?: string;
  modelDataUrl?: string;
  expires?: string;
  disagreementLimit?: number;
  checkSamples?: number;
}

/** Calls a minute that an instance is scaled by, unless told: one a second. */
const CALLS_A_MINUTE = 60;

/** What a deployment starts from. */
export interface TargetSurroundings {
  defaults: DeploymentDefaults;
  /** The name that is proposed without an option and without one in the environment. */
  proposedName: string;
  /** Whether the configuration is in the fast mode. */
  fast: boolean;
  folder: string;
  now: Date;
}

/**
 * The target that the options mean.
 * @throws Fault INVALID_REQUEST that names the options at fault
 */
export function chooseTarget(options: TargetOptions, around: TargetSurroundings): Target {
  const { defaults, proposedName, fast } = around;
  const path = options.path ?? 'decisions';
  const model = modelOf(options, around.folder);
  if (model === null) {
    throw refuse([
      { path: '--model', message: 'No model is named.', limit: '--model, --hub-model or --model-data-url' },
    ]);
  }
  const region = options.region ?? regionOf(options, defaults);
  if (region === null) {
    throw refuse([
      { path: '--region', message: 'No region is named.', limit: '--region, AWS_REGION, or that of a profile' },
    ]);
  }
  const base = defaultTarget({
    path,
    accelerator: acceleratorOf(options) ?? 'cpu',
    region,
    profile: options.profile ?? defaults.profile,
    name: defaults.names[path] ?? proposedName,
    model,
    fast,
  });
  const given: Target = {
    ...base,
    ...(defaults.bucket === null ? {} : { bucket: { bucket: 'given', name: defaults.bucket } }),
    roles: {
      execution:
        defaults.execution_role_arn === null ? { role: 'make' } : { role: 'given', arn: defaults.execution_role_arn },
      build: defaults.build_role_arn === null ? { role: 'make' } : { role: 'given', arn: defaults.build_role_arn },
    },
  };
  return changeTarget(given, options, around);
}

/**
 * A target with what the options say otherwise.
 * @throws Fault INVALID_REQUEST that names the options at fault
 */
export function changeTarget(
  base: Target,
  options: TargetOptions,
  around: Pick<TargetSurroundings, 'folder' | 'now'>,
): Target {
  const faults: FieldFault[] = [];
  if (options.instanceType !== undefined && options.instancePool !== undefined) {
    faults.push({ path: '--instance-pool', message: 'It goes with no --instance-type.', limit: 'one of the two' });
  }
  const expiry = options.expires === undefined ? undefined : readExpiry(options.expires, around.now);
  if (expiry === null) {
    faults.push({
      path: '--expires',
      message: `“${options.expires}” is no time.`,
      limit: '8h, 3d, 2026-12-24, or never',
    });
  }
  const { bucket, roleArn, codebuildRoleArn, imageUri } = options;
  const changed = {
    ...moved(base, acceleratorOf(options)),
    ...defined({
      accelerator: acceleratorOf(options),
      region: options.region,
      profile: options.profile,
      name: options.name,
      threads: options.threads,
      gpu_layers: options.gpuLayers,
      context_tokens: options.context,
      provision_timeout_seconds: options.provisionTimeout,
      decisions_per_request: options.decisionsPerRequest,
      disagreement_limit: options.disagreementLimit,
      check_samples: options.checkSamples,
      instances: instancesOf(options),
      scaling: scalingOf(base.scaling, options),
      model: modelOf(options, around.folder) ?? undefined,
      image: imageUri === undefined ? undefined : { from: 'uri', uri: imageUri },
      bucket: bucket === undefined ? undefined : { bucket: 'given', name: bucket },
      expires_at: expiry === 'never' ? null : (expiry ?? undefined),
    }),
    roles: {
      execution: roleArn === undefined ? base.roles.execution : { role: 'given', arn: roleArn },
      build: codebuildRoleArn === undefined ? base.roles.build : { role: 'given', arn: codebuildRoleArn },
    },
  };
  const parsed = targetSchema.safeParse(changed);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) faults.push({ path: optionOf(path), message });
  }
  if (parsed.success && faults.length === 0) return parsed.data;
  throw refuse(faults);
}

/** On the other kind of machine with what is usual there. */
function moved(base: Target, accelerator: Accelerator | undefined): Target {
  if (accelerator === undefined || accelerator === base.accelerator) return base;
  const { path, region, profile, name, model } = base;
  const { instances, gpu_layers, disagreement_limit } = defaultTarget({
    path,
    accelerator,
    region,
    profile,
    name,
    model,
    fast: false,
  });
  return { ...base, accelerator, instances, gpu_layers, disagreement_limit, threads: null };
}

function acceleratorOf({ accelerator, instanceType, instancePool }: TargetOptions): Accelerator | undefined {
  if (accelerator !== undefined) return accelerator;
  const type = instanceType ?? instancePool?.[0];
  return type === undefined ? undefined : hasGpu(type) ? 'gpu' : 'cpu';
}

function regionOf({ profile }: TargetOptions, defaults: DeploymentDefaults): string | null {
  const named = defaults.profiles.find(({ name }) => name === profile);
  return named?.region ?? defaults.region;
}

function instancesOf({ instanceType, instancePool }: TargetOptions): Target['instances'] | undefined {
  if (instanceType !== undefined) return { kind: 'one', type: instanceType };
  if (instancePool === undefined) return undefined;
  return { kind: 'pools', pools: instancePool.map((type, index) => ({ type, priority: index + 1 })) };
}

function scalingOf(base: Target['scaling'], options: TargetOptions): Target['scaling'] | undefined {
  const { instances, maxInstances, callsPerMinute } = options;
  if (maxInstances === undefined && callsPerMinute === undefined) {
    return instances === undefined ? undefined : { kind: 'fixed', count: instances };
  }
  const min = instances ?? (base.kind === 'bounds' ? base.min : base.count);
  const max = maxInstances ?? (base.kind === 'bounds' ? base.max : min);
  const before = base.kind === 'bounds' ? base.invocations_per_minute : CALLS_A_MINUTE;
  return { kind: 'bounds', min, max, invocations_per_minute: callsPerMinute ?? before };
}

/** `owner/name@commit/file.gguf`, and without a commit a file that the stock container fetches itself. */
const HUB_MODEL = /^([\w.-]+\/[\w.-]+?)(?:@([0-9a-f]{40}))?\/([\w./-]+\.gguf)$/i;

function modelOf({ model, hubModel, hubSha256, modelDataUrl }: TargetOptions, folder: string): ModelSource | null {
  const named = [model, hubModel, modelDataUrl].filter((one) => one !== undefined);
  if (named.length > 1) {
    const message = 'More than one model is named.';
    throw refuse([{ path: '--model', message, limit: 'one of --model, --hub-model and --model-data-url' }]);
  }
  if (model !== undefined) return { from: 'file', path: resolve(folder, model) };
  if (modelDataUrl !== undefined) return { from: 'model-data', url: modelDataUrl };
  if (hubModel === undefined) return null;
  const [, repository, revision, file] = HUB_MODEL.exec(hubModel) ?? [];
  if (repository === undefined || file === undefined) {
    const limit = 'owner/name@commit/file.gguf with the 40 digits of the commit';
    throw refuse([{ path: '--hub-model', message: `“${hubModel}” names no file of the hub.`, limit }]);
  }
  if (revision === undefined) return { from: 'container-hub', repository, file };
  if (hubSha256 === undefined) {
    const limit = '--hub-sha256 with the SHA-256 of the file';
    throw refuse([{ path: '--hub-sha256', message: 'A pinned file is checked against its checksum.', limit }]);
  }
  return { from: 'hub', repository, revision, file, sha256: hubSha256.toLowerCase(), bytes: null };
}

const options: Readonly<Record<string, string>> = {
  region: '--region',
  profile: '--profile',
  name: '--name',
  'instances.type': '--instance-type',
  'instances.pools': '--instance-pool',
  scaling: '--instances',
  threads: '--threads',
  gpu_layers: '--gpu-layers',
  context_tokens: '--context',
  decisions_per_request: '--decisions-per-request',
  provision_timeout_seconds: '--provision-timeout',
  'roles.execution': '--role-arn',
  'roles.build': '--codebuild-role-arn',
  bucket: '--bucket',
  'model.url': '--model-data-url',
  'model.sha256': '--hub-sha256',
  model: '--model',
  image: '--image-uri',
  disagreement_limit: '--disagreement-limit',
  check_samples: '--check-samples',
};

/** The option that a field of a target comes from. */
export function optionOf(path: readonly PropertyKey[] | string): string {
  const text =
    typeof path === 'string' ? path : writePath(path.map((step) => (typeof step === 'number' ? step : String(step))));
  const field = Object.keys(options)
    .filter((name) => text === name || text.startsWith(`${name}.`) || text.startsWith(`${name}[`))
    .sort((a, b) => b.length - a.length)[0];
  return field === undefined ? text : (options[field] ?? text);
}

/** Without the fields that are undefined. */
function defined<T extends object>(fields: T): Partial<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...entries.map(([key, value]) => ({ [key]: value })));
}

function refuse(fields: FieldFault[]): Fault {
  return new Fault(
    'INVALID_REQUEST',
    `The target cannot be used. ${fields[0]?.message ?? ''}`,
    'Correct the options that are named.',
    { fields },
  );
}
