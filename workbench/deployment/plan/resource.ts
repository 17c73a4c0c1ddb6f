import type {
  PutScalingPolicyCommandInput,
  RegisterScalableTargetCommandInput,
} from '@aws-sdk/client-application-auto-scaling';
import type { CreateProjectCommandInput } from '@aws-sdk/client-codebuild';
import type { CreateRepositoryCommandInput } from '@aws-sdk/client-ecr';
import type { CreateRoleCommandInput, PutRolePolicyCommandInput } from '@aws-sdk/client-iam';
import type { CreateBucketCommandInput } from '@aws-sdk/client-s3';
import type {
  CreateEndpointCommandInput,
  CreateEndpointConfigCommandInput,
  CreateModelCommandInput,
} from '@aws-sdk/client-sagemaker';
import { z } from 'zod';
import { priceSchema } from './price.ts';

/**
 * What a plan can hold, in the order in which it is made. A `log-group` is made by the services themselves, so it is
 * journalled by its exact name.
 */
export const resourceKinds = [
  'bucket',
  'execution-role',
  'build-role',
  'source-object',
  'model-object',
  'model-project',
  'repository',
  'image-project',
  'image',
  'log-group',
  'model',
  'endpoint-config',
  'endpoint',
  'scaling',
] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** What undo removes only when it was asked for; endpoint, its scaling, endpoint configuration and model always go. */
export const undoChoices = ['objects', 'image', 'projects', 'logs', 'roles', 'bucket'] as const;
export const undoChoiceSchema = z.enum(undoChoices);
export type UndoChoice = z.infer<typeof undoChoiceSchema>;

export const policyDocumentSchema = z.object({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.object({
      Sid: z.string(),
      Effect: z.enum(['Allow', 'Deny']),
      Principal: z.record(z.string(), z.string()).optional(),
      Action: z.array(z.string()),
      Resource: z.array(z.string()).optional(),
      Condition: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))).optional(),
    }),
  ),
});
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

/** A policy as a person may read and copy it. */
export const namedPolicySchema = z.strictObject({ title: z.string(), document: policyDocumentSchema });
export type NamedPolicy = z.infer<typeof namedPolicySchema>;

/**
 * - `own`: made for this deployment alone, and proved ours by its deployment tag
 * - `shared`: made when it is not there, and used by our other deployments too; proved ours by its application tag
 * - `given`: exists already, is used, never changed and never removed
 * - `service`: made by a service of AWS while it works
 */
export const ownershipSchema = z.enum(['own', 'shared', 'given', 'service']);

/** Journals of earlier versions have scaling as a choice. */
function scalingAlwaysGoes(removal: unknown): unknown {
  if (typeof removal !== 'object' || removal === null || !('choice' in removal)) return removal;
  return removal.choice === 'scaling' ? { ...removal, choice: null, when: 'always' } : removal;
}

const common = {
  /** Unique in the plan, and the same in every plan for the same place: the journal's key. */
  key: z.string(),
  /** As the service calls it; of an object its key in the bucket; of an image `REPOSITORY:TAG`. */
  name: z.string(),
  /** null for what has none (objects of S3 have one). */
  arn: z.string().nullable(),
  ownership: ownershipSchema,
  /** What it is for, as a sentence; says when it is only made under a condition. */
  why: z.string(),
  /** Empty for what takes none. */
  tags: z.record(z.string(), z.string()),
  policies: z.array(namedPolicySchema),
  price: priceSchema,
  removal: z.preprocess(
    scalingAlwaysGoes,
    z.strictObject({
      /** null: removed without asking, or never (see `when`). */
      choice: undoChoiceSchema.nullable(),
      when: z.enum(['always', 'asked', 'never']),
      /** What undo does with it, as a sentence. */
      sentence: z.string(),
    }),
  ),
};

/** What our own planner made, and the plan's hash guards; a schema of the SDK's types would be a second definition. */
function input<T>() {
  return z.custom<T>((value) => typeof value === 'object' && value !== null);
}

/** null in a plan for a role that exists. */
const roleInputSchema = z.strictObject({
  role: input<CreateRoleCommandInput>(),
  policy: input<PutRolePolicyCommandInput>(),
});

/** What one object of the model holds. */
export const modelUploadSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('file'), path: z.string(), bytes: z.number().int(), sha256: z.string() }),
  z.strictObject({ from: z.literal('text'), text: z.string(), sha256: z.string() }),
  /** An archive of the manifest and these files, in this order. */
  z.strictObject({ from: z.literal('files'), manifest: z.string(), paths: z.array(z.string()).min(1) }),
]);
export type ModelUpload = z.infer<typeof modelUploadSchema>;

/**
 * One thing that a deployment needs. `input` is exactly what it is created with, but for `model`, whose image becomes
 * known when it was built: see `completeModelInput`. Without an `input` nothing is created by one call.
 */
export const resourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bucket'), ...common, input: input<CreateBucketCommandInput>().nullable() }),
  z.strictObject({ kind: z.literal('execution-role'), ...common, input: roleInputSchema.nullable() }),
  z.strictObject({ kind: z.literal('build-role'), ...common, input: roleInputSchema.nullable() }),
  /** The image's source: a zip under its own hash. */
  z.strictObject({ kind: z.literal('source-object'), ...common, input: z.null() }),
  /** One object of the model: the GGUF, its manifest, or an archive of both. */
  z.strictObject({
    kind: z.literal('model-object'),
    ...common,
    part: z.enum(['gguf', 'manifest', 'archive', 'given']),
    /** What is uploaded from here; null for what a build makes, or what is there already. */
    upload: modelUploadSchema.nullable(),
    input: z.null(),
  }),
  z.strictObject({ kind: z.literal('model-project'), ...common, input: input<CreateProjectCommandInput>() }),
  z.strictObject({ kind: z.literal('image-project'), ...common, input: input<CreateProjectCommandInput>() }),
  z.strictObject({ kind: z.literal('repository'), ...common, input: input<CreateRepositoryCommandInput>() }),
  z.strictObject({ kind: z.literal('image'), ...common, input: z.null() }),
  z.strictObject({ kind: z.literal('log-group'), ...common, input: z.null() }),
  z.strictObject({ kind: z.literal('model'), ...common, input: input<CreateModelCommandInput>() }),
  z.strictObject({ kind: z.literal('endpoint-config'), ...common, input: input<CreateEndpointConfigCommandInput>() }),
  z.strictObject({ kind: z.literal('endpoint'), ...common, input: input<CreateEndpointCommandInput>() }),
  z.strictObject({
    kind: z.literal('scaling'),
    ...common,
    input: z.strictObject({
      target: input<RegisterScalableTargetCommandInput>(),
      policy: input<PutScalingPolicyCommandInput>(),
    }),
  }),
]);
export type Resource = z.infer<typeof resourceSchema>;
/** The resource of one kind, with its input's type. */
export type ResourceOf<K extends ResourceKind> = Extract<Resource, { kind: K }>;
