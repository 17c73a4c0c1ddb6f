import {
  DeregisterScalableTargetCommand,
  DescribeScalableTargetsCommand,
  PutScalingPolicyCommand,
  type PutScalingPolicyCommandInput,
  RegisterScalableTargetCommand,
  type RegisterScalableTargetCommandInput,
} from '@aws-sdk/client-application-auto-scaling';
import type { Aws } from '../aws/open-aws.ts';
import { VARIANT } from '../plan/sagemaker-inputs.ts';
import { type Seen, sameValue } from './seen.ts';

/** What is scaled: a variant of an endpoint, as in `endpoint/demo/variant/main`. */
export type ScalingTarget = Pick<
  RegisterScalableTargetCommandInput,
  'ServiceNamespace' | 'ResourceId' | 'ScalableDimension'
>;

export async function lookAtScaling(
  aws: Aws,
  target: ScalingTarget & Partial<RegisterScalableTargetCommandInput>,
  signal: AbortSignal,
): Promise<Seen | null> {
  const { ServiceNamespace, ResourceId, ScalableDimension } = target;
  const { ScalableTargets } = await aws.call('application-autoscaling:DescribeScalableTargets', signal, (options) =>
    aws
      .scaling()
      .send(
        new DescribeScalableTargetsCommand({ ServiceNamespace, ResourceIds: [ResourceId ?? ''], ScalableDimension }),
        options,
      ),
  );
  const found = ScalableTargets?.[0];
  if (found === undefined) return null;
  const bounds = { min: found.MinCapacity ?? null, max: found.MaxCapacity ?? null };
  const same =
    target.MinCapacity === undefined || sameValue(bounds, { min: target.MinCapacity, max: target.MaxCapacity ?? null });
  // It hangs on an endpoint whose name and tags prove it ours; it is found by that name alone.
  return { tags: null, facts: bounds, differs: same ? null : 'its bounds are not what was planned' };
}

/** Both calls set what is there already to the same. */
export async function scale(
  aws: Aws,
  input: { target: RegisterScalableTargetCommandInput; policy: PutScalingPolicyCommandInput },
  signal: AbortSignal,
): Promise<void> {
  await aws.call('application-autoscaling:RegisterScalableTarget', signal, (options) =>
    aws.scaling().send(new RegisterScalableTargetCommand(input.target), options),
  );
  await aws.call('application-autoscaling:PutScalingPolicy', signal, (options) =>
    aws.scaling().send(new PutScalingPolicyCommand(input.policy), options),
  );
}

/** Its policies go with it. */
export async function removeScaling(aws: Aws, target: ScalingTarget, signal: AbortSignal): Promise<void> {
  const { ServiceNamespace, ResourceId, ScalableDimension } = target;
  await aws.call('application-autoscaling:DeregisterScalableTarget', signal, (options) =>
    aws
      .scaling()
      .send(new DeregisterScalableTargetCommand({ ServiceNamespace, ResourceId, ScalableDimension }), options),
  );
}

/** The target of an endpoint's one variant. */
export function variantTarget(endpoint: string): ScalingTarget {
  return {
    ServiceNamespace: 'sagemaker',
    ResourceId: `endpoint/${endpoint}/variant/${VARIANT}`,
    ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
  };
}
