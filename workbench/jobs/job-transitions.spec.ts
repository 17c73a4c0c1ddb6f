import { describe, expect, it } from 'vitest';
import { jobStateSchema } from '../contract/jobs.ts';
import { isFinal, type JobEvent, jobTransitions, nextJobState } from './job-transitions.ts';

const events: JobEvent[] = ['start', 'pause', 'resume', 'requeue', 'cancel', 'fail', 'finish'];

/** Every state under every event, written down a second time; a dot is refused. */
const expected: Record<string, string[]> = {
  //          start      pause     resume     requeue   cancel       fail      finish
  queued: ['running', 'paused', '.', '.', 'cancelled', '.', '.'],
  running: ['.', 'paused', '.', '.', 'cancelled', 'failed', 'done'],
  paused: ['.', '.', 'running', 'queued', 'cancelled', 'failed', 'done'],
  cancelled: ['.', '.', '.', '.', '.', '.', '.'],
  failed: ['.', '.', '.', '.', '.', '.', '.'],
  done: ['.', '.', '.', '.', '.', '.', '.'],
};

describe.each(jobStateSchema.options)('a job that is %s', (state) => {
  it.each(events)('on %s', (event) => {
    const next = expected[state]?.[events.indexOf(event)];
    if (next === '.') {
      expect(() => nextJobState(state, event)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    } else expect(nextJobState(state, event)).toBe(next);
  });
});

it('names the state in the refusal', () => {
  expect(() => nextJobState('done', 'pause')).toThrow(/is done, so it cannot be paused/);
  expect(() => nextJobState('queued', 'resume')).toThrow(/is waiting/);
});

it('ends in cancelled, failed and done, and reaches all states from the first', () => {
  expect(jobStateSchema.options.filter(isFinal)).toEqual(['cancelled', 'failed', 'done']);
  const reached = new Set(['queued']);
  for (const state of jobStateSchema.options)
    for (const next of Object.values(jobTransitions[state])) reached.add(next);
  expect([...reached].sort()).toEqual([...jobStateSchema.options].sort());
});
