import { z } from 'zod';

/** `decisions`: our adapter image, option probabilities. `standard`: the stock llama.cpp image, text. */
export const deploymentPaths = ['decisions', 'standard'] as const;
export const deploymentPathSchema = z.enum(deploymentPaths);
export type DeploymentPath = z.infer<typeof deploymentPathSchema>;

export const accelerators = ['cpu', 'gpu'] as const;
export const acceleratorSchema = z.enum(accelerators);
export type Accelerator = z.infer<typeof acceleratorSchema>;

/** An image by its digest: what a mutable tag points at can change under a running endpoint. */
export const IMAGE_BY_DIGEST = /^[^@\s]+@sha256:[0-9a-f]{64}$/;
/** A prefix ends with `/`, an archive with `.tar.gz`. */
export const MODEL_DATA_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;
/** The service's own bounds. */
export const PROVISION_SECONDS = { min: 300, max: 3600, usual: 1200 } as const;
export const MAX_POOLS = 5;
/** Beyond it a typing error is likelier than a wish, and every instance costs. */
export const MAX_INSTANCES = 100;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hexadecimal');
export const regionSchema = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, as in us-east-1');
export const instanceTypeSchema = z.string().regex(/^ml\.[a-z0-9-]+\.[a-z0-9]+$/, 'a type, as in ml.c6i.8xlarge');
export const roleArnSchema = z
  .string()
  .regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'a role, as in arn:aws:iam::123456789012:role/name');
/** As SageMaker names endpoints. */
export const endpointNameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/, 'letters, digits and hyphens between them, at most 63');
export const bucketNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, '3 to 63 lower-case letters, digits, hyphens and dots');

/** A role that exists, or one that is made for this deployment alone. */
const roleSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('given'), arn: roleArnSchema }),
  z.strictObject({ role: z.literal('make') }),
]);

/** Where the model comes from. */
export const modelSourceSchema = z.discriminatedUnion('from', [
  /** A file on this machine, uploaded. */
  z.strictObject({ from: z.literal('file'), path: z.string().min(1) }),
  /** A pinned file of the hub, fetched and checked in CodeBuild. */
  z.strictObject({
    from: z.literal('hub'),
    repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'as in owner/name'),
    revision: z.string().regex(/^[0-9a-f]{40}$/, 'a commit, 40 hexadecimal digits'),
    file: z.string().regex(/^[\w./-]+\.gguf$/i, 'a .gguf file'),
    sha256: sha256Schema,
    /** Size in bytes; null when nobody said it. */
    bytes: z.number().int().positive().nullable(),
  }),
  /** Packaged before: an archive, or a prefix that ends with `/`. */
  z.strictObject({
    from: z.literal('model-data'),
    url: z.string().regex(MODEL_DATA_URL, 'as in s3://bucket/prefix/ or s3://bucket/model.tar.gz'),
  }),
  /** The standard path alone: the container fetches it at its start, so its network stays open. */
  z.strictObject({
    from: z.literal('container-hub'),
    repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'as in owner/name'),
    file: z.string().regex(/^[\w./-]+\.gguf$/i, 'a .gguf file'),
  }),
]);
export type ModelSource = z.infer<typeof modelSourceSchema>;

export const imageSourceSchema = z.discriminatedUnion('from', [
  /** Built in the account from the bundled source; an image of the same source is used again. */
  z.strictObject({ from: z.literal('build') }),
  /** Built before, by digest. */
  z.strictObject({
    from: z.literal('uri'),
    uri: z.string().regex(IMAGE_BY_DIGEST, 'an image by digest, as in repository@sha256:…'),
  }),
  /** The stock llama.cpp image of the platform; its digest is looked up before anything is made. */
  z.strictObject({ from: z.literal('stock') }),
]);

/** One type, or pools that are tried in the order of their priority (1 first). */
export const instancesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('one'), type: instanceTypeSchema }),
  z.strictObject({
    kind: z.literal('pools'),
    pools: z
      .array(z.strictObject({ type: instanceTypeSchema, priority: z.number().int().min(1).max(MAX_POOLS) }))
      .min(1)
      .max(MAX_POOLS),
  }),
]);
export type Instances = z.infer<typeof instancesSchema>;

export const scalingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), count: z.number().int().min(1).max(MAX_INSTANCES) }),
  /** The provider's target tracking between two bounds. */
  z.strictObject({
    kind: z.literal('bounds'),
    min: z.number().int().min(1).max(MAX_INSTANCES),
    max: z.number().int().min(1).max(MAX_INSTANCES),
    /** Calls a minute that one instance is to have. */
    invocations_per_minute: z.number().positive().max(100_000),
  }),
]);
export type Scaling = z.infer<typeof scalingSchema>;

/** What a person chose: where and how a configuration is to run. Nothing in it is a secret. */
export const targetSchema = z.strictObject({
  path: deploymentPathSchema,
  accelerator: acceleratorSchema,
  region: regionSchema,
  /** Name of a profile of the shared AWS files; null for the default credentials. */
  profile: z.string().min(1).max(128).nullable(),
  /** The endpoint's name; the names of the other resources follow from it. */
  name: endpointNameSchema,
  instances: instancesSchema,
  scaling: scalingSchema,
  /** Threads of the engine; null takes the vCPUs of the instance type (of pools the fewest). */
  threads: z.number().int().min(1).max(1024).nullable(),
  /** Layers on the GPU: 0 none, -1 all. */
  gpu_layers: z.number().int().min(-1).max(10_000),
  context_tokens: z.number().int().min(256).max(1_048_576),
  /** Decisions of one request that the time is estimated for, 1 to 8. */
  decisions_per_request: z.number().int().min(1).max(8),
  provision_timeout_seconds: z.number().int().min(PROVISION_SECONDS.min).max(PROVISION_SECONDS.max),
  roles: z.strictObject({ execution: roleSchema, build: roleSchema }),
  /** A bucket that exists, or one that is made; null as its name takes `decision-workbench-ACCOUNT-REGION`. */
  bucket: z.discriminatedUnion('bucket', [
    z.strictObject({ bucket: z.literal('given'), name: bucketNameSchema }),
    z.strictObject({ bucket: z.literal('make'), name: bucketNameSchema.nullable() }),
  ]),
  model: modelSourceSchema,
  image: imageSourceSchema,
  /** When it should be gone: a tag, not enforced while nothing of ours runs. UTC; null for never. */
  expires_at: z.iso.datetime().nullable(),
  /** The check disagrees when a probability differs by more than this from the local one. */
  disagreement_limit: z.number().gt(0).lt(1),
  /** Samples that the check scores here and there. */
  check_samples: z.number().int().min(1).max(1000),
});
export type Target = z.infer<typeof targetSchema>;
