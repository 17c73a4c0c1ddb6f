import { z } from 'zod';
import { arn } from './account.ts';
import { type AwsCall, type AwsInput, AwsRefusal, type AwsReply, isRecord, textOf, textsOf } from './aws-call.ts';
import { jsonReply } from './replies.ts';

const place = {
  ServiceNamespace: z.literal('sagemaker'),
  ResourceId: z.string().regex(/^endpoint\/[^/]+\/variant\/[^/]+$/),
  ScalableDimension: z.literal('sagemaker:variant:DesiredInstanceCount'),
};
const targetSchema = z
  .strictObject({
    ...place,
    MinCapacity: z.int().min(0),
    MaxCapacity: z.int().min(0),
    RoleARN: z.string().optional(),
    Tags: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ MinCapacity, MaxCapacity }) => MinCapacity <= MaxCapacity);
const policySchema = z.strictObject({
  ...place,
  PolicyName: z.string().min(1),
  PolicyType: z.literal('TargetTrackingScaling'),
  TargetTrackingScalingPolicyConfiguration: z.strictObject({
    TargetValue: z.number().positive(),
    PredefinedMetricSpecification: z.strictObject({
      PredefinedMetricType: z.literal('SageMakerVariantInvocationsPerInstance'),
    }),
    ScaleInCooldown: z.int().optional(),
    ScaleOutCooldown: z.int().optional(),
    DisableScaleIn: z.boolean().optional(),
  }),
});

interface Target {
  region: string;
  arn: string;
  input: AwsInput;
  policies: Map<string, AwsInput>;
}

/** Application Auto Scaling of SageMaker variants. */
export class AutoScaling {
  readonly targets: Target[] = [];

  answer({ action, input, region }: AwsCall): AwsReply {
    return jsonReply(this.act(action, input, region));
  }

  private act(action: string, input: AwsInput, region: string): AwsInput {
    const target = this.targets.find((one) => one.region === region && one.input.ResourceId === input.ResourceId);
    const absent = (what: string) =>
      new AwsRefusal(
        'ObjectNotFoundException',
        `No ${what} found for service namespace: sagemaker, resource ID: ${textOf(input, 'ResourceId')}, scalable dimension: sagemaker:variant:DesiredInstanceCount`,
      );
    switch (action) {
      case 'RegisterScalableTarget': {
        check(targetSchema, input);
        if (target !== undefined) {
          target.input = { ...target.input, ...input };
          return { ScalableTargetARN: target.arn };
        }
        const address = arn(
          'application-autoscaling',
          region,
          `scalable-target/${String(this.targets.length).padStart(36, '0')}`,
        );
        this.targets.push({ region, arn: address, input, policies: new Map() });
        return { ScalableTargetARN: address };
      }
      case 'PutScalingPolicy': {
        const { PolicyName } = check(policySchema, input);
        if (target === undefined) throw absent('scalable target');
        target.policies.set(PolicyName, input);
        return { PolicyARN: `${target.arn}:policyName/${PolicyName}`, Alarms: [] };
      }
      case 'DescribeScalableTargets': {
        const ids = textsOf(input.ResourceIds);
        const found = this.targets.filter(
          (one) => one.region === region && (ids.length === 0 || ids.includes(textOf(one.input, 'ResourceId'))),
        );
        return {
          ScalableTargets: found.map((one) => ({
            ...strip(one.input),
            ScalableTargetARN: one.arn,
            RoleARN: arn('iam', '', 'role/aws-service-role'),
            CreationTime: 1_767_225_600,
          })),
        };
      }
      case 'DescribeScalingPolicies': {
        const found = this.targets.filter(
          (one) => one.region === region && (input.ResourceId === undefined || one === target),
        );
        const policies = found.flatMap((one) =>
          [...one.policies.values()].map((policy) => ({
            ...policy,
            PolicyARN: `${one.arn}:policyName/${textOf(policy, 'PolicyName')}`,
            CreationTime: 1_767_225_600,
          })),
        );
        return { ScalingPolicies: policies };
      }
      case 'DeleteScalingPolicy':
        if (target === undefined || !target.policies.delete(textOf(input, 'PolicyName')))
          throw absent('scaling policy');
        return {};
      case 'DeregisterScalableTarget':
        if (target === undefined) throw absent('scalable target');
        this.targets.splice(this.targets.indexOf(target), 1);
        return {};
      case 'ListTagsForResource': {
        const one = this.targets.find((item) => item.arn === input.ResourceARN);
        if (one === undefined)
          throw new AwsRefusal('ResourceNotFoundException', 'The specified resource was not found.');
        return { Tags: isRecord(one.input.Tags) ? one.input.Tags : {} };
      }
      default:
        throw new AwsRefusal('UnknownOperationException', `No such operation: ${action}`);
    }
  }
}

function strip({ Tags: _, ...rest }: AwsInput): AwsInput {
  return rest;
}

function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const words = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new AwsRefusal('ValidationException', words);
}
