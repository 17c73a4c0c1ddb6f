import type { RunSummary } from '../../workbench/contract/runs.ts';
import { formatDuration } from '../charts/format-number.ts';

/** Where a run stands, in words, as in `Running: 96 of 180, 2.1 a second, about 40 s left`. */
export function sayRun({ run, scored, failed, seconds_left, samples_per_second }: RunSummary): string {
  const done = scored + failed;
  const of = `${done} of ${run.samples}`;
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  switch (run.state) {
    case 'queued':
      return done === 0 ? `Waits for its turn: ${run.samples} samples` : `Waits for its turn: ${of} done${failures}`;
    case 'running': {
      const rate = samples_per_second === null ? '' : `, ${formatRate(samples_per_second)}`;
      const left = seconds_left === null ? ', time left not known yet' : `, about ${formatDuration(seconds_left)} left`;
      return `Running: ${of}${failures}${rate}${left}`;
    }
    case 'paused':
      return `Paused after ${of}${failures}`;
    case 'cancelled':
      return `Cancelled after ${of}${failures}`;
    case 'failed':
      return `Failed after ${of}${failures}`;
    case 'done':
      return failed === 0 ? `Done: ${run.samples} samples` : `Done: ${scored} of ${run.samples}${failures}`;
  }
}

/** Samples a second, or seconds a sample when that is the readable number. */
export function formatRate(perSecond: number): string {
  if (perSecond <= 0) return 'no rate yet';
  return perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${formatDuration(1 / perSecond)} a sample`;
}

/** Whether its rows may still become more by themselves. */
export function isUnderWay({ run }: RunSummary): boolean {
  return run.state === 'queued' || run.state === 'running';
}
