import type {
  CreateEndpointCommandInput,
  CreateEndpointConfigCommandInput,
  CreateModelCommandInput,
  ProductionVariant,
} from '@aws-sdk/client-sagemaker';
import { Fault } from '../../../adapter/fault.ts';
import { environmentOf } from './environment.ts';
import type { PlannedNames } from './names.ts';
import { IMAGE_TO_COME } from './place-image.ts';
import type { PlacedModel } from './place-model.ts';
import type { PlanFacts } from './plan-facts.ts';
import { fewestInstances } from './read-target.ts';
import { asTagList, type Tags } from './tags.ts';
import { IMAGE_BY_DIGEST, type Instances } from './target.ts';

/** Of the one variant. */
export const VARIANT = 'main';
/** Gigabytes are fetched, and checked, before the container is ready. */
const START_UP_SECONDS = 900;
const DOWNLOAD_SECONDS = 900;
/** With the driver of CUDA 13.0, which the GPU image is built with; the platform's own choice is older. */
const GPU_AMI = 'al2023-ami-sagemaker-inference-gpu-4-1';

/** Whether the container may use the network: only to fetch its model itself. */
export function isIsolated({ target }: PlanFacts): boolean {
  return target.model.from !== 'container-hub';
}

export function modelInput(
  facts: PlanFacts,
  names: PlannedNames,
  about: { imageUri: string | null; model: PlacedModel; executionRoleArn: string; tags: Tags },
): CreateModelCommandInput {
  const { data } = about.model;
  return {
    ModelName: names.model,
    ExecutionRoleArn: about.executionRoleArn,
    EnableNetworkIsolation: isIsolated(facts),
    PrimaryContainer: {
      Image: about.imageUri ?? IMAGE_TO_COME,
      Environment: environmentOf(facts),
      ...(data === null
        ? {}
        : {
            ModelDataSource: {
              S3DataSource: data.compressed
                ? { S3Uri: data.url, S3DataType: 'S3Object', CompressionType: 'Gzip' }
                : { S3Uri: data.url, S3DataType: 'S3Prefix', CompressionType: 'None' },
            },
          }),
    },
    Tags: asTagList(about.tags),
  };
}

/**
 * The model's input with its image.
 * @param imageUri by digest
 * @throws Fault INVALID_REQUEST for a tag: what it points at can change
 */
export function completeModelInput(input: CreateModelCommandInput, imageUri: string): CreateModelCommandInput {
  if (!IMAGE_BY_DIGEST.test(imageUri)) {
    throw new Fault(
      'INVALID_REQUEST',
      `${imageUri} is no image by digest: what a tag points at can change under a running endpoint.`,
      'Name the image as repository@sha256:….',
      {
        fields: [
          { path: 'image', message: 'It is no digest.', limit: 'repository@sha256:… with 64 hexadecimal digits' },
        ],
      },
    );
  }
  return { ...input, PrimaryContainer: { ...input.PrimaryContainer, Image: imageUri } };
}

export function endpointConfigInput(
  { target }: PlanFacts,
  names: PlannedNames,
  tags: Tags,
): CreateEndpointConfigCommandInput {
  return {
    EndpointConfigName: names.endpointConfig,
    ProductionVariants: [
      {
        VariantName: VARIANT,
        ModelName: names.model,
        InitialInstanceCount: fewestInstances(target.scaling),
        InitialVariantWeight: 1,
        ...instancesInput(target.instances),
        VariantInstanceProvisionTimeoutInSeconds: target.provision_timeout_seconds,
        ModelDataDownloadTimeoutInSeconds: DOWNLOAD_SECONDS,
        ContainerStartupHealthCheckTimeoutInSeconds: START_UP_SECONDS,
        // a CPU variant with it is refused
        ...(target.accelerator === 'gpu' ? { InferenceAmiVersion: GPU_AMI } : {}),
      },
    ],
    Tags: asTagList(tags),
  };
}

/** Types are checked by the service: the list in the SDK is that of its day. */
function instancesInput(instances: Instances): Partial<ProductionVariant> {
  if (instances.kind === 'one') return { InstanceType: asServiceType(instances.type) };
  const pools = [...instances.pools].sort((a, b) => a.priority - b.priority);
  return {
    InstancePools: pools.map(({ type, priority }) => ({ InstanceType: asServiceType(type), Priority: priority })),
  };
}

type ServiceType = NonNullable<ProductionVariant['InstanceType']>;
function asServiceType(type: string): ServiceType {
  return type as ServiceType;
}

export function endpointInput(names: PlannedNames, tags: Tags): CreateEndpointCommandInput {
  return { EndpointName: names.endpoint, EndpointConfigName: names.endpointConfig, Tags: asTagList(tags) };
}
