import { z } from 'zod';
import { checkSourceSchema } from '../deployment/plan/plan.ts';
import { priceSchema } from '../deployment/plan/price.ts';
import { resourceKinds, undoChoiceSchema } from '../deployment/plan/resource.ts';
import { deploymentPathSchema, regionSchema } from '../deployment/plan/target.ts';
import { readyReportSchema, removalSchema } from './deployments.ts';
import { faultDataSchema } from './fault-data.ts';

/** One endpoint of one account. */
export const endpointRefSchema = z.strictObject({
  region: regionSchema,
  profile: z.string().min(1).max(128).nullable(),
  name: z.string().min(1).max(63),
});
export type EndpointRef = z.infer<typeof endpointRefSchema>;

export const endpointSchema = z.object({
  ref: endpointRefSchema,
  arn: z.string(),
  /** As SageMaker says, as in `InService`. */
  status: z.string(),
  /** The service's own words when it failed; null otherwise. */
  failure: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
  /** The `decision-workbench:deployment` tag. */
  deployment_id: z.string().nullable(),
  /** Ours by its tags, and unknown to this journal: of a crash, or of another machine. Shown first. */
  orphan: z.boolean(),
  path: deploymentPathSchema.nullable(),
  decision: z.string().nullable(),
  configuration: z.object({ sha256: z.string(), name: z.string().nullable() }).nullable(),
  /** What may be chosen, in order, and how many run. */
  instance_types: z.array(z.string()),
  instance_count: z.number().int().nullable(),
  /** The one that was really chosen; null while unknown. */
  instance_type: z.string().nullable(),
  ready: readyReportSchema.nullable(),
  price: priceSchema,
  /** Price × time since it was made; null when the price is unknown. */
  cost_so_far_usd: z.number().nullable(),
  /** As far as this machine knows; null when it never called it. */
  last_called_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  expired: z.boolean(),
  /** It runs and had no call for a day. */
  idle: z.boolean(),
  /** The endpoint configuration that a roll-back returns to: the one before, or that of one that stopped; null without. */
  previous_config: z.string().nullable(),
  /** Of the instances that that one begins with; null without one, or when it may not be looked at. */
  previous_price: priceSchema.nullable(),
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** What is ours and hangs on no endpoint that exists. */
export const leftoverSchema = z.object({
  region: z.string(),
  profile: z.string().nullable(),
  kind: z.enum(resourceKinds),
  name: z.string(),
  arn: z.string().nullable(),
  deployment_id: z.string().nullable(),
  /** Whether it costs while it exists. */
  costs: z.boolean(),
});
export type Leftover = z.infer<typeof leftoverSchema>;

export const listEndpointsSchema = z.strictObject({
  regions: z.array(regionSchema).min(1).max(40),
  profile: z.string().min(1).max(128).nullable(),
});
export const endpointListSchema = z.object({
  endpoints: z.array(endpointSchema),
  leftovers: z.array(leftoverSchema),
  /** Regions that could not be asked, each with why. */
  faults: z.array(z.object({ region: z.string(), fault: faultDataSchema })),
  /** Roles and build projects that may not be looked at, so that ours may be missing among the leftovers. */
  unread: z.array(z.object({ region: z.string(), fault: faultDataSchema })),
  listed_at: z.iso.datetime(),
});
export type EndpointList = z.infer<typeof endpointListSchema>;

export const invokeRequestSchema = z.strictObject({
  ref: endpointRefSchema,
  /** JSON text, sent as it is. */
  body: z.string().min(1).max(262_144),
});
export const invokeAnswerSchema = z.object({
  /** JSON text, as it came. */
  body: z.string(),
  /** As seen from here, with the network. */
  seconds: z.number(),
  /** How often it was busy before it answered. */
  retries: z.number().int(),
});
export type InvokeAnswer = z.infer<typeof invokeAnswerSchema>;

export const compareEndpointSchema = z.strictObject({
  ref: endpointRefSchema,
  source: checkSourceSchema,
  samples: z.number().int().min(1).max(1000),
  limit: z.number().gt(0).lt(1),
  /** GGUF file that is compared with; null takes the deployment's own. */
  model_path: z.string().nullable(),
});

/** A text that a caller can take and run as it is. */
export const snippetSchema = z.object({
  kind: z.enum(['curl', 'python', 'javascript', 'request-schema', 'answer-schema', 'caller-policy']),
  title: z.string(),
  /** What it is called when it is saved. */
  file_name: z.string(),
  language: z.enum(['sh', 'python', 'javascript', 'json']),
  /** What it needs to run and what to know of it, in sentences. */
  about: z.string(),
  text: z.string(),
});
export const snippetsRequestSchema = z.strictObject({ ref: endpointRefSchema, deployment_id: z.uuidv7().nullable() });

export const removeEndpointSchema = z.strictObject({ ref: endpointRefSchema, choices: z.array(undoChoiceSchema) });
/** What was removed, what stays and why, for each. */
export const removalAnswerSchema = z.object({ removals: z.array(removalSchema), faults: z.array(faultDataSchema) });
export type RemovalAnswer = z.infer<typeof removalAnswerSchema>;

export const removeEverythingSchema = z.strictObject({
  regions: z.array(regionSchema).min(1).max(40),
  profile: z.string().min(1).max(128).nullable(),
  /** Only what has expired. */
  expired_only: z.boolean(),
  choices: z.array(undoChoiceSchema),
});
