import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import type { DeploymentDefaults, PlanRequest } from '../../../workbench/contract/deployments.ts';
import type { ModelEntry } from '../../../workbench/contract/models.ts';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { CHECK_SAMPLES, defaultInstances, defaultTarget } from '../../../workbench/deployment/plan/default-target.ts';
import { hasGpu, instanceTypes } from '../../../workbench/deployment/plan/instance-types.ts';
import type { Plan } from '../../../workbench/deployment/plan/plan.ts';
import { typesOf } from '../../../workbench/deployment/plan/read-target.ts';
import {
  type Accelerator,
  type DeploymentPath,
  PROVISION_SECONDS,
  targetSchema,
} from '../../../workbench/deployment/plan/target.ts';

/** The form as it is typed: texts stay texts until a plan is asked for. */
export interface TargetDraft {
  path: DeploymentPath;
  /** Hash of a saved configuration; the empty string takes the model with its own default. */
  configuration: string;
  /** What is decided, in words. */
  decision: string;
  modelFrom: 'file' | 'hub' | 'model-data' | 'container-hub';
  /** Absolute path of a file on this machine. */
  modelPath: string;
  repository: string;
  revision: string;
  file: string;
  modelSha256: string;
  modelUrl: string;
  imageFrom: 'own' | 'uri';
  imageUri: string;
  /** Empty for the default credentials. */
  profile: string;
  region: string;
  name: string;
  accelerator: Accelerator;
  /** The one type of a CPU endpoint. */
  type: string;
  /** In the order in which they are tried. */
  pools: string[];
  scaling: 'fixed' | 'bounds';
  count: number;
  most: number;
  perMinute: number;
  /** Days until it should be gone; 0 for never. */
  days: number;
  executionRole: string;
  makeExecutionRole: boolean;
  buildRole: string;
  makeBuildRole: boolean;
  bucket: string;
  makeBucket: boolean;
  threads: number | null;
  contextTokens: number;
  decisionsPerRequest: number;
  provisionSeconds: number;
  limit: number;
  checkSamples: number;
  /** Sample set that the check scores; the empty string takes the example. */
  checkSet: string;
}

const named = Object.keys(instanceTypes);
/** Types that are offered; any other may be typed. */
export const cpuTypes = named.filter((type) => !hasGpu(type));
export const gpuTypes = named.filter(hasGpu);

const DAYS_UNTIL_EXPIRY = 7;

/** Fields that follow from path and target as long as nobody chose them. */
function usual(path: DeploymentPath, accelerator: Accelerator): Pick<TargetDraft, 'type' | 'limit' | 'contextTokens'> {
  const [type = ''] = typesOf(defaultInstances(path, 'cpu'));
  const usualTarget = defaultTarget({
    ...{ path, accelerator, region: '', profile: null, name: '', fast: false },
    model: { from: 'file', path: '' },
  });
  return { type, limit: usualTarget.disagreement_limit, contextTokens: usualTarget.context_tokens };
}

/** The form as it opens: what the environment says, else what suits most. */
export function newDraft(defaults: DeploymentDefaults): TargetDraft {
  const profile = defaults.profile ?? '';
  const own = defaults.profiles.find(({ name }) => name === profile);
  return {
    path: 'decisions',
    configuration: '',
    decision: '',
    modelFrom: 'file',
    modelPath: '',
    repository: '',
    revision: '',
    file: '',
    modelSha256: '',
    modelUrl: '',
    imageFrom: 'own',
    imageUri: '',
    profile,
    region: defaults.region ?? own?.region ?? '',
    name: '',
    accelerator: 'cpu',
    ...usual('decisions', 'cpu'),
    pools: typesOf(defaultInstances('decisions', 'gpu')),
    scaling: 'fixed',
    count: 1,
    most: 2,
    perMinute: 60,
    days: DAYS_UNTIL_EXPIRY,
    executionRole: defaults.execution_role_arn ?? '',
    makeExecutionRole: defaults.execution_role_arn === null,
    buildRole: defaults.build_role_arn ?? '',
    makeBuildRole: defaults.build_role_arn === null,
    bucket: defaults.bucket ?? '',
    makeBucket: defaults.bucket === null,
    threads: null,
    decisionsPerRequest: 1,
    provisionSeconds: PROVISION_SECONDS.usual,
    checkSamples: CHECK_SAMPLES,
    checkSet: '',
  };
}

/** The form for another revision of an endpoint: as it was deployed. */
export function draftOfPlan(empty: TargetDraft, { target, decision, configuration }: Plan): TargetDraft {
  const { instances, scaling, model, image, roles, bucket } = target;
  const hub = model.from === 'hub' || model.from === 'container-hub' ? model : null;
  return {
    ...empty,
    path: target.path,
    configuration: configuration?.sha256 ?? '',
    decision,
    modelFrom: model.from,
    modelPath: model.from === 'file' ? model.path : '',
    repository: hub?.repository ?? '',
    file: hub?.file ?? '',
    revision: model.from === 'hub' ? model.revision : '',
    modelSha256: model.from === 'hub' ? model.sha256 : '',
    modelUrl: model.from === 'model-data' ? model.url : '',
    imageFrom: image.from === 'uri' ? 'uri' : 'own',
    imageUri: image.from === 'uri' ? image.uri : '',
    profile: target.profile ?? '',
    region: target.region,
    name: target.name,
    accelerator: target.accelerator,
    type: instances.kind === 'one' ? instances.type : empty.type,
    pools:
      instances.kind === 'pools'
        ? instances.pools.toSorted((one, other) => one.priority - other.priority).map(({ type }) => type)
        : empty.pools,
    scaling: scaling.kind,
    count: scaling.kind === 'fixed' ? scaling.count : scaling.min,
    most: scaling.kind === 'bounds' ? scaling.max : empty.most,
    perMinute: scaling.kind === 'bounds' ? scaling.invocations_per_minute : empty.perMinute,
    days: target.expires_at === null ? 0 : empty.days,
    executionRole: roles.execution.role === 'given' ? roles.execution.arn : '',
    makeExecutionRole: roles.execution.role === 'make',
    buildRole: roles.build.role === 'given' ? roles.build.arn : '',
    makeBuildRole: roles.build.role === 'make',
    bucket: bucket.name ?? '',
    makeBucket: bucket.bucket === 'make',
    threads: target.threads,
    contextTokens: target.context_tokens,
    decisionsPerRequest: target.decisions_per_request,
    provisionSeconds: target.provision_timeout_seconds,
    limit: target.disagreement_limit,
    checkSamples: target.check_samples,
  };
}

/** What follows from another choice, as long as it was not chosen otherwise. */
export function changeDraft(draft: TargetDraft, change: Partial<TargetDraft>): TargetDraft {
  const next = { ...draft, ...change };
  const before = usual(draft.path, draft.accelerator);
  const after = usual(next.path, next.accelerator);
  if (next.type === before.type) next.type = after.type;
  if (next.limit === before.limit) next.limit = after.limit;
  if (next.contextTokens === before.contextTokens) next.contextTokens = after.contextTokens;
  if (next.path === 'decisions' && next.modelFrom === 'container-hub') next.modelFrom = 'hub';
  if (next.path === 'standard') next.configuration = '';
  return next;
}

/** The file of this machine that a saved configuration was made with. */
export function modelOf(saved: SavedConfiguration, models: readonly ModelEntry[]): ModelEntry | undefined {
  const { scoring, model } = saved.configuration;
  return (
    models.find(({ sha256 }) => sha256 === scoring.model_sha256) ??
    models.find(({ file, sha256 }) => file === model.file && sha256 === null)
  );
}

/** The samples to check with: those that the configuration was proved on, else the newest set; empty for none. */
export function checkSetOf(saved: SavedConfiguration | undefined, sets: readonly SampleSetSummary[]): string {
  const proved = saved?.configuration.evidence.map(({ sample_set_sha256 }) => sample_set_sha256) ?? [];
  const usable = sets.filter(({ samples }) => samples > 0);
  const newest = usable.toSorted((one, other) => (one.set.created_at < other.set.created_at ? 1 : -1));
  return (usable.find(({ sha256 }) => proved.includes(sha256)) ?? newest[0])?.set.id ?? '';
}

export interface DraftFault {
  /** A field of the target, as in `bucket.name`. */
  path: string;
  message: string;
}

type Read = { request: PlanRequest; faults: [] } | { request: null; faults: DraftFault[] };

/** What is asked for, or every field that cannot be so. */
export function readDraft(
  draft: TargetDraft,
  given: { name: string; decision: string; now: Date; updateOf: string | null },
): Read {
  const faults: DraftFault[] = [];
  const parsed = targetSchema.safeParse({
    path: draft.path,
    accelerator: draft.accelerator,
    region: draft.region.trim(),
    profile: draft.profile === '' ? null : draft.profile,
    name: given.name,
    instances:
      draft.accelerator === 'cpu'
        ? { kind: 'one', type: draft.type.trim() }
        : { kind: 'pools', pools: draft.pools.map((type, at) => ({ type: type.trim(), priority: at + 1 })) },
    scaling:
      draft.scaling === 'fixed'
        ? { kind: 'fixed', count: draft.count }
        : { kind: 'bounds', min: draft.count, max: draft.most, invocations_per_minute: draft.perMinute },
    threads: draft.threads,
    gpu_layers: draft.accelerator === 'gpu' ? -1 : 0,
    context_tokens: draft.contextTokens,
    decisions_per_request: draft.decisionsPerRequest,
    provision_timeout_seconds: draft.provisionSeconds,
    roles: {
      execution: draft.makeExecutionRole ? { role: 'make' } : { role: 'given', arn: draft.executionRole.trim() },
      build: draft.makeBuildRole ? { role: 'make' } : { role: 'given', arn: draft.buildRole.trim() },
    },
    bucket: draft.makeBucket
      ? { bucket: 'make', name: draft.bucket.trim() === '' ? null : draft.bucket.trim() }
      : { bucket: 'given', name: draft.bucket.trim() },
    model: modelSource(draft),
    image:
      draft.imageFrom === 'uri'
        ? { from: 'uri', uri: draft.imageUri.trim() }
        : { from: draft.path === 'standard' ? 'stock' : 'build' },
    expires_at: draft.days === 0 ? null : new Date(given.now.getTime() + draft.days * MS_A_DAY).toISOString(),
    disagreement_limit: draft.limit,
    check_samples: draft.checkSamples,
  });
  if (!parsed.success) {
    faults.push(
      ...parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message: sayIssue(message) })),
    );
  }
  if (draft.scaling === 'bounds' && draft.most < draft.count) {
    faults.push({ path: 'scaling.max', message: 'At least the lower bound' });
  }
  if (new Set(draft.pools).size < draft.pools.length && draft.accelerator === 'gpu') {
    faults.push({ path: 'instances.pools', message: 'Each type once' });
  }
  if (!parsed.success || faults.length > 0) return { request: null, faults };
  return {
    request: {
      target: parsed.data,
      configuration_sha256: draft.configuration === '' ? null : draft.configuration,
      decision: given.decision,
      check: draft.checkSet === '' ? { from: 'example' } : { from: 'set', set_id: draft.checkSet },
      update_of: given.updateOf,
    },
    faults: [],
  };
}

const MS_A_DAY = 86_400_000;

function modelSource(draft: TargetDraft): unknown {
  const repository = draft.repository.trim();
  const file = draft.file.trim();
  switch (draft.modelFrom) {
    case 'file':
      return { from: 'file', path: draft.modelPath };
    case 'hub':
      return {
        from: 'hub',
        repository,
        revision: draft.revision.trim().toLowerCase(),
        file,
        sha256: draft.modelSha256.trim().toLowerCase(),
        bytes: null,
      };
    case 'model-data':
      return { from: 'model-data', url: draft.modelUrl.trim() };
    case 'container-hub':
      return { from: 'container-hub', repository, file };
  }
}

/** The schema says what it wants in its own way; only that part is for people. */
function sayIssue(message: string): string {
  if (message.startsWith('Too small')) return 'Needed';
  return message.charAt(0).toUpperCase() + message.slice(1);
}
