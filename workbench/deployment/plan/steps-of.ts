import type { DeploymentStepName } from '../../contract/deployments.ts';
import type { Plan } from './plan.ts';

const all = [
  'identity',
  'preflight',
  'model',
  'image',
  'sagemaker-model',
  'endpoint-config',
  'endpoint',
  'check',
] as const satisfies readonly DeploymentStepName[];

/** The steps that a plan goes through; for the image alone the third makes the bucket that the source goes into. */
export function stepsOf({ only }: Pick<Plan, 'only'>): readonly DeploymentStepName[] {
  return only === 'image' ? all.slice(0, 4) : all;
}
