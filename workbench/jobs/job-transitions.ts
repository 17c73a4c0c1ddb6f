import { Fault } from '../../adapter/fault.ts';
import type { JobState } from '../contract/jobs.ts';

/** What can happen to a job. */
export type JobEvent = 'start' | 'pause' | 'resume' | 'requeue' | 'cancel' | 'fail' | 'finish';

/**
 * Every legal step; all others are refused. Work that is paused between two of its steps may still fail or finish the
 * one it is in. Work that left its lane while it was paused is queued again when it is resumed.
 */
export const jobTransitions: Record<JobState, Partial<Record<JobEvent, JobState>>> = {
  queued: { start: 'running', pause: 'paused', cancel: 'cancelled' },
  running: { pause: 'paused', cancel: 'cancelled', fail: 'failed', finish: 'done' },
  paused: { resume: 'running', requeue: 'queued', cancel: 'cancelled', fail: 'failed', finish: 'done' },
  cancelled: {},
  failed: {},
  done: {},
};

export function isFinal(state: JobState): boolean {
  return Object.keys(jobTransitions[state]).length === 0;
}

/** @throws Fault CONFLICT for a step that the table has not */
export function nextJobState(state: JobState, event: JobEvent): JobState {
  const next = jobTransitions[state][event];
  if (next !== undefined) return next;
  throw new Fault(
    'CONFLICT',
    `The job is ${words[state]}, so it cannot ${event === 'fail' || event === 'finish' ? event : `be ${participles[event]}`} any more.`,
    isFinal(state) ? 'Begin it again.' : 'Wait until it runs, or cancel it.',
  );
}

const words: Record<JobState, string> = {
  queued: 'waiting',
  running: 'running',
  paused: 'paused',
  cancelled: 'cancelled',
  failed: 'failed',
  done: 'done',
};

const participles = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  requeue: 'resumed',
  cancel: 'cancelled',
} as const;
