import { Fault } from '../../adapter/fault.ts';
import { faultOfData } from '../contract/fault-of-error.ts';
import type { RunConfiguration, RunSummary } from '../contract/runs.ts';
import { isFinal } from '../jobs/job-transitions.ts';
import { sayPace } from './say-pace.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';
import type { WorkbenchClient } from './with-workbench.ts';

/**
 * Scores a set with several configurations, one after the other, with progress on standard error. Waits until all have
 * ended.
 * @throws Fault CANCELLED (the runs are paused then), or why a run failed as a whole
 */
export async function runSamples(
  terminal: Terminal,
  client: WorkbenchClient,
  request: {
    set_id: string;
    part: 'all' | 'labelled' | 'tune' | 'test';
    configurations: RunConfiguration[];
    /** Whether texts may go to the places elsewhere among them. */
    may_leave?: boolean;
  },
): Promise<RunSummary[]> {
  const events = await client.app.events(undefined, { signal: terminal.signal });
  const started = await client.runs.start(request);
  const latest = new Map(started.map((summary) => [summary.run.id, summary]));
  const progress = showProgress(terminal, `Scoring ${request.configurations.length} × ${started[0]?.run.samples ?? 0}`);
  try {
    for await (const event of events) {
      if (event.type === 'run' && latest.has(event.run.run.id)) latest.set(event.run.run.id, event.run);
      const all = [...latest.values()];
      const done = all.reduce((sum, { scored, failed }) => sum + scored + failed, 0);
      const total = all.reduce((sum, { run }) => sum + run.samples, 0);
      progress.update(total === 0 ? 1 : done / total, sayPace(all));
      if (all.every(({ run }) => isFinal(run.state))) break;
    }
  } finally {
    progress.end();
  }
  if (terminal.signal.aborted) {
    throw new Fault('CANCELLED', 'Scoring was cancelled.', 'What was scored is kept in a named workspace.');
  }
  const ended = await client.runs.list();
  return started.map(({ run: { id } }) => {
    const summary = ended.find(({ run }) => run.id === id);
    if (summary === undefined) throw new Fault('NOT_FOUND', `The run ${id} was removed.`, 'Start it again.');
    if (summary.run.fault !== null) throw faultOfData(summary.run.fault);
    return summary;
  });
}
