import { Fault } from '../../../adapter/fault.ts';

/**
 * Where a deployment stands. `planned`: confirmed and not begun. `running` and `undoing` are over when the process that
 * wrote them is: then it was interrupted.
 */
export const deploymentStatuses = [
  'planned',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undo-stopped',
  'undone',
] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

export type DeploymentEvent = 'plan' | 'deploy' | 'undo' | 'done' | 'failed' | 'cancelled';

/** Every legal step; all others are refused. A process that was killed leaves `running`, and the next begins from it. */
export const deploymentTransitions: Record<DeploymentStatus, Partial<Record<DeploymentEvent, DeploymentStatus>>> = {
  planned: { deploy: 'running', undo: 'undoing' },
  running: { deploy: 'running', undo: 'undoing', done: 'done', failed: 'failed', cancelled: 'cancelled' },
  done: { plan: 'planned', deploy: 'running', undo: 'undoing' },
  failed: { plan: 'planned', deploy: 'running', undo: 'undoing' },
  cancelled: { plan: 'planned', deploy: 'running', undo: 'undoing' },
  undoing: { undo: 'undoing', done: 'undone', failed: 'undo-stopped', cancelled: 'undo-stopped' },
  'undo-stopped': { undo: 'undoing' },
  // Removing and making it again is the cheap pause; and what was asked to stay may be asked for again.
  undone: { plan: 'planned', deploy: 'running', undo: 'undoing' },
};

/** @throws Fault CONFLICT for a step that the table has not */
export function nextDeploymentStatus(status: DeploymentStatus, event: DeploymentEvent): DeploymentStatus {
  const next = deploymentTransitions[status][event];
  if (next !== undefined) return next;
  throw new Fault(
    'CONFLICT',
    `The deployment is ${words[status]}, so it cannot ${verbs[event]}.`,
    status.startsWith('und') ? 'Undo it to its end, then deploy anew.' : 'Wait until it has ended, or cancel it.',
  );
}

const words: Record<DeploymentStatus, string> = {
  planned: 'planned and not begun',
  running: 'running',
  done: 'done',
  failed: 'stopped by a fault',
  cancelled: 'cancelled',
  undoing: 'being undone',
  'undo-stopped': 'half undone',
  undone: 'undone',
};

const verbs: Record<DeploymentEvent, string> = {
  plan: 'be planned anew',
  deploy: 'go on',
  undo: 'be undone',
  done: 'be done',
  failed: 'fail',
  cancelled: 'be cancelled',
};
