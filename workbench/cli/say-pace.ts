import type { RunSummary } from '../contract/runs.ts';
import { isFinal } from '../jobs/job-transitions.ts';

type Paced = Pick<RunSummary, 'scored' | 'failed' | 'samples_per_second'> & {
  run: Pick<RunSummary['run'], 'state' | 'samples'>;
};

/**
 * How fast it goes and how long it will take, as in `2.1 a second, about 3 min left`. What waits is taken to be as fast
 * as what runs, whatever model it is for; empty while the pace is not known.
 */
export function sayPace(runs: readonly Paced[]): string {
  const running = runs.find(({ run }) => run.state === 'running');
  const pace = running?.samples_per_second ?? null;
  if (pace === null || pace <= 0) return '';
  const open = runs.filter(({ run }) => !isFinal(run.state));
  const left = open.reduce((sum, { run, scored, failed }) => sum + Math.max(0, run.samples - scored - failed), 0);
  const rate = pace >= 1 ? `${pace.toFixed(1)} a second` : `${(1 / pace).toFixed(1)} s a sample`;
  return `${rate}, about ${sayDuration(left / pace)} left`;
}

function sayDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
