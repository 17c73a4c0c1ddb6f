import type { PlanFacts } from './plan-facts.ts';

/** Of names that the services accept; the rest of a name is cut to leave room for what makes it unique. */
const LIMITS = { sagemaker: 63, role: 64, project: 150 } as const;

/** First part of what our deployments share in an account. */
export const APPLICATION = 'decision-workbench';
/** All objects lie under it, so that a bucket can be shared with others. */
export const KEY_PREFIX = 'decision-workbench/';

export interface PlannedNames {
  bucket: string;
  executionRole: string;
  buildRole: string;
  imageProject: string;
  modelProject: string;
  repository: string;
  model: string;
  endpointConfig: string;
  endpoint: string;
  endpointLogs: string;
  /** Key of the source zip, which the builds of model and image work from. */
  sourceKey: string;
  /** Of `model-project` and `image-project`. */
  buildLogs: (project: string) => string;
}

/**
 * The names of a deployment's resources. Those for one deployment alone end in eight digits of its id, so that a
 * neighbour's cannot be hit; the service has no idempotency token, and the name is it.
 */
export function nameResources({
  target,
  deployment_id,
  revision,
  account,
  image_source_sha256,
}: PlanFacts): PlannedNames {
  const unique = deployment_id.replaceAll('-', '').slice(-8);
  const { name, accelerator, region } = target;
  const versioned = cut(name, `-${unique}${revision === 0 ? '' : `-${revision}`}`, LIMITS.sagemaker);
  return {
    bucket: target.bucket.name ?? `${APPLICATION}-${account.id}-${region}`,
    executionRole: cut(name, `-${unique}-execution`, LIMITS.role),
    buildRole: cut(name, `-${unique}-build`, LIMITS.role),
    imageProject: cut(name, `-${unique}-image`, LIMITS.project),
    modelProject: cut(name, `-${unique}-model`, LIMITS.project),
    repository: `${APPLICATION}-${accelerator}`,
    model: versioned,
    endpointConfig: versioned,
    endpoint: name,
    endpointLogs: `/aws/sagemaker/Endpoints/${name}`,
    sourceKey: `${KEY_PREFIX}images/${image_source_sha256 ?? 'unknown'}/source.zip`,
    buildLogs: (project) => `/aws/codebuild/${project}`,
  };
}

/** The tail of a model's or an endpoint configuration's name. */
const VERSIONED = /-[0-9a-f]{8}(?:-\d+)?$/;

/** Hyphens in a row that a name is thought to have at most: cutting takes them too. */
const HYPHENS = 4;

/** The endpoint that a model's or an endpoint configuration's name was made from; null where it may have been cut. */
export function endpointNameIn(versioned: string): string | null {
  const tail = VERSIONED.exec(versioned);
  if (tail === null || versioned.length >= LIMITS.sagemaker - HYPHENS) return null;
  return versioned.slice(0, tail.index);
}

/** `text` with its tail, at most `limit` characters; no hyphen stands before the tail's own. */
function cut(text: string, tail: string, limit: number): string {
  return `${text.slice(0, limit - tail.length).replace(/-+$/, '')}${tail}`;
}
