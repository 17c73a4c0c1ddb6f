import type { Job } from '../../workbench/contract/jobs.ts';

/**
 * What is seen where it was begun: loading where the model is, a comparison beside the deployment's step or in its
 * drawer. A word at its end would be noise.
 */
const seenElsewhere: readonly Job['kind'][] = ['load-model', 'check-model', 'hash-models', 'compare-endpoint'];

/** Whether a job that is done says so in a notice. */
export function isToldWhenDone(kind: Job['kind']): boolean {
  return !seenElsewhere.includes(kind);
}
