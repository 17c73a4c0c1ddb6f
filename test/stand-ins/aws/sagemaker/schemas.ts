import { z } from 'zod';

// What the service accepts, as the documentation of its API states it. A field that is not here is refused: the service
// drops what it does not know in silence, and a test would then believe that something was set.

const name = z.string().regex(/^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/);
const instanceType = z.string().regex(/^ml\.[a-z0-9-]+\.(\d*x?large|medium|metal)$/);
const roleArn = z.string().regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/?[a-zA-Z_0-9+=,.@\-_/]+$/);
export const tagsSchema = z
  .array(
    z.strictObject({
      Key: z
        .string()
        .min(1)
        .max(128)
        .regex(/^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u)
        .refine((key) => !key.toLowerCase().startsWith('aws:')),
      Value: z
        .string()
        .max(256)
        .regex(/^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u),
    }),
  )
  .max(50);

const environment = z
  .record(
    z
      .string()
      .max(1024)
      .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/),
    z.string().max(1024),
  )
  .refine((record) => Object.keys(record).length <= 100, 'more than 100 entries')
  .refine((record) => Object.values(record).every((value) => Buffer.byteLength(value) <= 1024), 'a value over 1,024')
  .refine((record) => Buffer.byteLength(Object.entries(record).flat().join('')) <= 32 * 1024, 'over 32 KB');

const s3DataSource = z
  .strictObject({
    S3Uri: z.string().regex(/^(https|s3):\/\/([^/]+)\/?(.*)$/),
    S3DataType: z.enum(['S3Prefix', 'S3Object']),
    CompressionType: z.enum(['None', 'Gzip']),
  })
  .refine(({ S3DataType, S3Uri }) => S3DataType !== 'S3Prefix' || S3Uri.endsWith('/'), 'a prefix ends with /');

export const createModelSchema = z.strictObject({
  ModelName: name,
  PrimaryContainer: z
    .strictObject({
      Image: z.string().max(255).regex(/^\S+$/),
      Environment: environment.optional(),
      ModelDataUrl: z
        .string()
        .regex(/^(https|s3):\/\//)
        .optional(),
      ModelDataSource: z.strictObject({ S3DataSource: s3DataSource }).optional(),
      Mode: z.enum(['SingleModel', 'MultiModel']).optional(),
      ContainerHostname: z.string().optional(),
    })
    .refine((container) => container.ModelDataUrl === undefined || container.ModelDataSource === undefined),
  ExecutionRoleArn: roleArn,
  EnableNetworkIsolation: z.boolean().optional(),
  Tags: tagsSchema.optional(),
});

const pools = z
  .array(z.strictObject({ InstanceType: instanceType, Priority: z.int().min(1).max(5) }))
  .min(1)
  .max(5)
  .refine((list) => new Set(list.map(({ Priority }) => Priority)).size === list.length, 'priorities are unique')
  .refine((list) => new Set(list.map((pool) => pool.InstanceType)).size === list.length, 'types are unique');

export const variantSchema = z
  .strictObject({
    VariantName: name,
    ModelName: name,
    InitialInstanceCount: z.int().min(1),
    InstanceType: instanceType.optional(),
    InstancePools: pools.optional(),
    VariantInstanceProvisionTimeoutInSeconds: z.int().min(300).max(3600).optional(),
    InitialVariantWeight: z.number().min(0).optional(),
    VolumeSizeInGB: z.int().min(1).max(512).optional(),
    ModelDataDownloadTimeoutInSeconds: z.int().min(60).max(3600).optional(),
    ContainerStartupHealthCheckTimeoutInSeconds: z.int().min(60).max(3600).optional(),
    InferenceAmiVersion: z
      .enum([
        'al2023-ami-sagemaker-inference-gpu-4-1',
        'al2-ami-sagemaker-inference-gpu-2',
        'al2-ami-sagemaker-inference-gpu-2-1',
        'al2-ami-sagemaker-inference-gpu-3-1',
      ])
      .optional(),
    RoutingConfig: z.strictObject({ RoutingStrategy: z.enum(['LEAST_OUTSTANDING_REQUESTS', 'RANDOM']) }).optional(),
  })
  .refine(
    ({ InstanceType, InstancePools }) => (InstanceType === undefined) !== (InstancePools === undefined),
    'exactly one of InstanceType and InstancePools',
  )
  .refine(
    (variant) => variant.InferenceAmiVersion === undefined || typesOf(variant).every((type) => /^ml\.[gp]/.test(type)),
    'an inference AMI belongs to GPUs',
  );

/** The types that a variant may get, the preferred one first. */
export function typesOf(variant: {
  InstanceType?: string | undefined;
  InstancePools?: { InstanceType: string; Priority: number }[] | undefined;
}): string[] {
  if (variant.InstanceType !== undefined) return [variant.InstanceType];
  return [...(variant.InstancePools ?? [])]
    .sort((a, b) => a.Priority - b.Priority)
    .map(({ InstanceType }) => InstanceType);
}

export const createEndpointConfigSchema = z.strictObject({
  EndpointConfigName: name,
  ProductionVariants: z.array(variantSchema).min(1).max(10),
  EnableNetworkIsolation: z.boolean().optional(),
  ExecutionRoleArn: roleArn.optional(),
  Tags: tagsSchema.optional(),
});

export const createEndpointSchema = z.strictObject({
  EndpointName: name,
  EndpointConfigName: name,
  Tags: tagsSchema.optional(),
});

export const updateEndpointSchema = z.strictObject({
  EndpointName: name,
  EndpointConfigName: name,
  RetainAllVariantProperties: z.boolean().optional(),
  RetainDeploymentConfig: z.boolean().optional(),
  DeploymentConfig: z
    .strictObject({
      RollingUpdatePolicy: z
        .strictObject({
          MaximumBatchSize: z.strictObject({
            Type: z.enum(['INSTANCE_COUNT', 'CAPACITY_PERCENT']),
            Value: z.int().min(1),
          }),
          WaitIntervalInSeconds: z.int().min(0).max(3600),
        })
        .optional(),
    })
    .optional(),
});
