import type { PlannedNames } from './names.ts';
import type { ResourceOf } from './resource.ts';
import { VARIANT } from './sagemaker-inputs.ts';
import type { Tags } from './tags.ts';
import type { Scaling } from './target.ts';

/** A model takes minutes to be ready, so what was added stays a while. */
const COOL_DOWN_SECONDS = { in: 600, out: 300 } as const;

/** The provider's target tracking on calls a minute and instance. */
export function scalingInput(
  { endpoint }: PlannedNames,
  { min, max, invocations_per_minute }: Extract<Scaling, { kind: 'bounds' }>,
  tags: Tags,
): ResourceOf<'scaling'>['input'] {
  const scaled = {
    ServiceNamespace: 'sagemaker',
    ResourceId: `endpoint/${endpoint}/variant/${VARIANT}`,
    ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
  } as const;
  return {
    target: { ...scaled, MinCapacity: min, MaxCapacity: max, Tags: tags },
    policy: {
      ...scaled,
      PolicyName: `${endpoint}-calls`,
      PolicyType: 'TargetTrackingScaling',
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: invocations_per_minute,
        PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        ScaleInCooldown: COOL_DOWN_SECONDS.in,
        ScaleOutCooldown: COOL_DOWN_SECONDS.out,
      },
    },
  };
}
