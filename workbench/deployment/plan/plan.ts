import { z } from 'zod';
import { priceSchema } from './price.ts';
import { namedPolicySchema, resourceSchema } from './resource.ts';
import { targetSchema } from './target.ts';

/**
 * Something to know before it is confirmed. `refusal`: it cannot be started so. Preflight finds more of the same form.
 */
export const findingSchema = z.strictObject({
  severity: z.enum(['note', 'warning', 'refusal']),
  /** What it is about: a field of the target as in `instances.pools[1].type`, or a resource's key; empty for all. */
  about: z.string(),
  message: z.string(),
  next: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** How long one request is expected to take there, in seconds; null where nothing is known of the samples or the type. */
export const timeEstimateSchema = z.strictObject({
  /** Longest sample × passes × decisions, on the slowest type that can be chosen. */
  longest_seconds: z.number().nonnegative().nullable(),
  p50_seconds: z.number().nonnegative().nullable(),
  p95_seconds: z.number().nonnegative().nullable(),
  /** Prompt tokens a second that were assumed, of the slowest type. */
  tokens_per_second: z.number().positive().nullable(),
  verdict: z.enum(['fine', 'slow', 'too-slow', 'unknown']),
  sentence: z.string(),
});
export type TimeEstimate = z.infer<typeof timeEstimateSchema>;

/** What the check scores here and there. */
export const checkSourceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('set'), set_id: z.uuidv7() }),
  /** A decision file on this machine. */
  z.strictObject({ from: z.literal('file'), path: z.string() }),
  /** The example that comes with the product: it shows that the endpoint answers, not how well. */
  z.strictObject({ from: z.literal('example') }),
]);
export type CheckSource = z.infer<typeof checkSourceSchema>;

/** The model as it is deployed; facts that nobody knows are null. */
export const plannedModelSchema = z.strictObject({
  file: z.string(),
  bytes: z.number().int().positive().nullable(),
  sha256: z.string().nullable(),
  repository: z.string().nullable(),
  revision: z.string().nullable(),
  parameters: z.number().positive().nullable(),
  /** Absolute path on this machine; null when it is not here. */
  local_path: z.string().nullable(),
  /** What the SageMaker model reads; null when the container fetches it from the hub. */
  data: z.strictObject({ url: z.string(), compressed: z.boolean() }).nullable(),
  /** Key in the bucket of the answer that the build writes (`model-detail.json`); null without a build. */
  detail_key: z.string().nullable(),
});

/** How the image's digest becomes known. */
export const plannedImageSchema = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('build'),
    repository: z.string(),
    /** The source's hash: an image that exists under this tag is used. */
    tag: z.string(),
    source_sha256: z.string(),
    /** Key of the source zip in the bucket, and of the answer that the build writes (`image-detail.json`). */
    source_key: z.string(),
    detail_key: z.string(),
  }),
  z.strictObject({ from: z.literal('uri'), uri: z.string() }),
  /** Of the platform: `registry` is an account, `tag` is resolved to a digest before anything is made. */
  z.strictObject({ from: z.literal('stock'), registry: z.string(), repository: z.string(), tag: z.string() }),
]);

/** Everything that a person confirms, and all that the executor needs. Its hash is what `start` asks for. */
export const planSchema = z.strictObject({
  format: z.literal(1),
  deployment_id: z.uuidv7(),
  /** 0 for the first; each update of the endpoint is one more, with names of its own. */
  revision: z.number().int().nonnegative(),
  created_at: z.iso.datetime(),
  /** When only a part is made. */
  only: z.literal('image').optional(),
  target: targetSchema,
  account: z.strictObject({ id: z.string(), caller_arn: z.string(), partition: z.string() }),
  /** As people call what it decides. */
  decision: z.string(),
  /** null: the standard path, or the model's own default. The file itself travels in the model's environment. */
  configuration: z.strictObject({ sha256: z.string(), name: z.string() }).nullable(),
  model: plannedModelSchema,
  image: plannedImageSchema,
  bucket: z.string(),
  /** In the order in which they are made. Removal goes the other way, by `removalOrder`. */
  resources: z.array(resourceSchema),
  /** For the person who deploys, and nothing more. */
  deployer_policy: namedPolicySchema,
  /** Of all instances together. */
  price: priceSchema,
  /** What else costs: builds, storage, logs, transfer. */
  other_costs: z.array(z.string()),
  time: timeEstimateSchema,
  check: z.strictObject({ source: checkSourceSchema, samples: z.number().int(), limit: z.number() }),
  network_isolation: z.boolean(),
  findings: z.array(findingSchema),
  /** What has to be said at the confirmation. */
  statements: z.array(z.string()),
});
export type Plan = z.infer<typeof planSchema>;
