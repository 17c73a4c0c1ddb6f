import type { Deployment, DeploymentStepName } from '../../../workbench/contract/deployments.ts';

/** What each step is called. */
export const stepWords: Readonly<Record<DeploymentStepName, string>> = {
  identity: 'Account',
  preflight: 'Looking before',
  model: 'Model',
  image: 'Image',
  'sagemaker-model': 'SageMaker model',
  'endpoint-config': 'Endpoint configuration',
  endpoint: 'Endpoint',
  check: 'Check against this machine',
};

/** Where a deployment stands, in a word or two. */
export const stateWords: Readonly<Record<Deployment['state'], string>> = {
  running: 'being deployed',
  paused: 'stopped on the way',
  failed: 'a step failed',
  done: 'deployed',
  undoing: 'being undone',
  'undo-failed': 'not all could be removed',
  undone: 'removed',
};

/** Whether a person should decide how it goes on. */
export function isUnfinished({ state }: Deployment): boolean {
  return state === 'paused' || state === 'failed' || state === 'undo-failed';
}

/** Whether something works on it now. */
export function isAtWork({ state }: Deployment): boolean {
  return state === 'running' || state === 'undoing';
}
