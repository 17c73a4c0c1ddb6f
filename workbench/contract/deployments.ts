import { z } from 'zod';
import { checkSourceSchema, findingSchema, planSchema } from '../deployment/plan/plan.ts';
import { resourceKinds, undoChoiceSchema } from '../deployment/plan/resource.ts';
import { regionSchema, targetSchema } from '../deployment/plan/target.ts';
import { faultDataSchema } from './fault-data.ts';

/** Whose account, and where. */
export const awsPlaceSchema = z.strictObject({
  region: regionSchema,
  /** A profile of the shared AWS files; null for the default credentials. */
  profile: z.string().min(1).max(128).nullable(),
});
export type AwsPlace = z.infer<typeof awsPlaceSchema>;

/** A profile of `~/.aws/config` and `~/.aws/credentials`. Nothing of its credentials is told. */
export const awsProfileSchema = z.object({
  name: z.string(),
  region: z.string().nullable(),
  kind: z.enum(['keys', 'sso', 'role', 'process', 'other']),
  /** The exact command that signs in, as in `aws sso login --profile work`; null where there is none. */
  sign_in: z.string().nullable(),
});
export type AwsProfile = z.infer<typeof awsProfileSchema>;

/** What a deployment starts from: profiles that are known, and defaults that the environment gives. */
export const deploymentDefaultsSchema = z.object({
  profiles: z.array(awsProfileSchema),
  regions: z.array(z.string()),
  /** `AWS_PROFILE`. */
  profile: z.string().nullable(),
  /** `AWS_REGION`, else that of the profile. */
  region: z.string().nullable(),
  /** `ARTIFACT_BUCKET`, `CODEBUILD_ROLE_ARN`, `SAGEMAKER_ROLE_ARN`. */
  bucket: z.string().nullable(),
  build_role_arn: z.string().nullable(),
  execution_role_arn: z.string().nullable(),
  /** `SEMIF_ENDPOINT_NAME` for decisions, `STANDARD_ENDPOINT_NAME` for the standard path. */
  names: z.object({ decisions: z.string().nullable(), standard: z.string().nullable() }),
});
export type DeploymentDefaults = z.infer<typeof deploymentDefaultsSchema>;

/** STS's answer, asked anew each time with credentials that were read anew. */
export const awsIdentitySchema = z.object({
  account: z.string().regex(/^\d{12}$/),
  arn: z.string(),
  partition: z.string(),
  region: z.string(),
  profile: z.string().nullable(),
  /** When the credentials end, UTC; null when they do not say. */
  credentials_expire_at: z.iso.datetime().nullable(),
});
export type AwsIdentity = z.infer<typeof awsIdentitySchema>;

export const planRequestSchema = z.strictObject({
  target: targetSchema,
  /** A saved configuration; null for the model's own default, and for the standard path. */
  configuration_sha256: z.string().nullable(),
  /** As people call what is decided: a tag, and part of the words. */
  decision: z.string().min(1).max(200),
  check: checkSourceSchema,
  /** A deployment whose endpoint is to be updated in place; null for a new one. */
  update_of: z.uuidv7().nullable(),
  /** The image alone, to be named by its digest later. */
  only: z.literal('image').optional(),
});
export type PlanRequest = z.infer<typeof planRequestSchema>;

export const planAnswerSchema = z.object({ plan: planSchema, sha256: z.string() });
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** What is confirmed: the hash that `plan` answered. CONFLICT when no such plan was made since the start of the app. */
export const confirmedPlanSchema = z.strictObject({ plan_sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const deploymentSteps = [
  'identity',
  'preflight',
  'model',
  'image',
  'sagemaker-model',
  'endpoint-config',
  'endpoint',
  'check',
] as const;
export const deploymentStepSchema = z.enum(deploymentSteps);
export type DeploymentStepName = z.infer<typeof deploymentStepSchema>;

export const stepStateSchema = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);

export const deploymentStepStateSchema = z.object({
  step: deploymentStepSchema,
  state: stepStateSchema,
  /** What it is doing, or did, in words. */
  words: z.string(),
  progress: z
    .object({
      done: z.number(),
      total: z.number(),
      unit: z.enum(['bytes', 'samples', 'parts']),
      per_second: z.number().nullable(),
    })
    .nullable(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** About how long it takes; null while nobody knows. */
  typical_seconds: z.number().nullable(),
  fault: faultDataSchema.nullable(),
});
export type DeploymentStepState = z.infer<typeof deploymentStepStateSchema>;

export const deploymentResourceStateSchema = z.object({
  /** The plan's key, or one of its own for what an update added. */
  key: z.string(),
  kind: z.enum(resourceKinds),
  name: z.string(),
  arn: z.string().nullable(),
  /**
   * - `unsure`: an effect was intended and nothing is known of its outcome, as after a kill
   * - `adopted`: it was there, and is what was planned
   * - `gone`: removed, or found to be absent
   */
  state: z.enum(['planned', 'unsure', 'made', 'adopted', 'gone', 'not-removed']),
  /** Whether it costs while it exists. */
  costs: z.boolean(),
  /** Why it could not be removed, or stays; null otherwise. */
  reason: z.string().nullable(),
});
export type DeploymentResourceState = z.infer<typeof deploymentResourceStateSchema>;

/** What the container said of itself when it was ready (its one JSON line). */
export const readyReportSchema = z.object({
  device: z.string().nullable(),
  backend: z.string().nullable(),
  layers_requested: z.string().nullable(),
  layers_offloaded: z.number().int().nullable(),
  layers_total: z.number().int().nullable(),
  threads: z.number().int().nullable(),
  engine: z.string().nullable(),
  model_sha256: z.string().nullable(),
  readout: z.string().nullable(),
});
export type ReadyReport = z.infer<typeof readyReportSchema>;

/** Samples scored here and on the endpoint. Seconds of the endpoint are as seen from here, with the network. */
export const comparisonWithLocalSchema = z.object({
  samples: z.number().int(),
  failed: z.number().int(),
  /** First choices that are equal. */
  agreed: z.number().int(),
  largest_difference: z.number().nullable(),
  limit: z.number(),
  /** `not-compared`: the model is not on this machine, so only the endpoint was asked. */
  verdict: z.enum(['agrees', 'disagrees', 'not-compared']),
  sentence: z.string(),
  local: z.object({ p50_seconds: z.number(), p95_seconds: z.number() }).nullable(),
  endpoint: z.object({ p50_seconds: z.number(), p95_seconds: z.number() }).nullable(),
  /** One line for each sample, those that differ most first. */
  rows: z.array(
    z.object({
      id: z.string(),
      local_choice: z.string().nullable(),
      endpoint_choice: z.string().nullable(),
      /** Difference of the two likeliest options here. */
      local_margin: z.number().nullable(),
      difference: z.number().nullable(),
      fault: faultDataSchema.nullable(),
    }),
  ),
});
export type ComparisonWithLocal = z.infer<typeof comparisonWithLocalSchema>;

/**
 * - `paused`: stopped by a kill or a cancel; can go on or be undone
 * - `failed`: a step failed; can be tried again from there, or be undone
 * - `undo-failed`: something could not be removed and is named with its reason; can be tried again
 */
export const deploymentStateSchema = z.enum([
  'running',
  'paused',
  'failed',
  'done',
  'undoing',
  'undo-failed',
  'undone',
]);

/** A deployment as its journal says. */
export const deploymentSchema = z.object({
  id: z.uuidv7(),
  /** That in force: the newest that was started. */
  plan: planSchema,
  plan_sha256: z.string(),
  state: deploymentStateSchema,
  steps: z.array(deploymentStepStateSchema),
  resources: z.array(deploymentResourceStateSchema),
  /** By digest; null until it is known. */
  image_uri: z.string().nullable(),
  /** Instance type that was really chosen; null until it is known. */
  instance_type: z.string().nullable(),
  ready: readyReportSchema.nullable(),
  check: comparisonWithLocalSchema.nullable(),
  fault: faultDataSchema.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** When the endpoint began to cost; null while it does not. */
  costs_since: z.iso.datetime().nullable(),
  /** The endpoint configuration that a roll-back was going to when it stopped; null when none did. */
  rolling_back_to: z.string().nullable(),
  log_lines: z.number().int(),
});
export type Deployment = z.infer<typeof deploymentSchema>;

export const deploymentLogLineSchema = z.object({
  /** Position in the deployment's log, from 0. */
  at: z.number().int(),
  time: z.iso.datetime(),
  from: z.enum(['app', 'model-build', 'image-build', 'endpoint']),
  text: z.string(),
});
export type DeploymentLogLine = z.infer<typeof deploymentLogLineSchema>;

const byDeployment = z.strictObject({ id: z.uuidv7() });

/** One thing of an undo: what goes, what stays and why. */
export const removalSchema = z.object({
  key: z.string(),
  kind: z.enum(resourceKinds),
  name: z.string(),
  action: z.enum(['remove', 'keep', 'gone']),
  sentence: z.string(),
});
export type Removal = z.infer<typeof removalSchema>;

export const undoRequestSchema = byDeployment.extend({
  /** What is removed beside endpoint, its scaling, endpoint configuration and model. */
  choices: z.array(undoChoiceSchema),
});
export type UndoRequest = z.infer<typeof undoRequestSchema>;

/** Inputs and outputs of `deployments.*`; contract.ts makes procedures of them. */
export const deploymentCalls = {
  byDeployment,
  log: byDeployment.extend({ from: z.number().int().min(0), limit: z.number().int().min(1).max(5000) }),
  logAnswer: z.object({ total: z.number().int(), lines: z.array(deploymentLogLineSchema) }),
  findings: z.object({ findings: z.array(findingSchema) }),
};
