import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { Fault } from '../../adapter/fault.ts';
import type { Run, RunRow } from '../contract/runs.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { JobRun } from '../jobs/job-runner.ts';
import type { Sample } from '../samples/sample.ts';
import { DRIFT_SAMPLES, drift } from '../statistics/drift.ts';
import type { EngineLoan } from './engine-loan.ts';
import type { RunMachine } from './machine.ts';
import type { OpenRemote } from './remote/open-remote.ts';
import type { RemoteScorer } from './remote/remote-scorer.ts';
import { scoreRemoteSample } from './remote/score-remote-sample.ts';
import type { RowPace } from './row-pace.ts';
import type { PlannedSample } from './run-files.ts';
import type { RunStore } from './run-store.ts';
import { type ScoredSample, scoreSample } from './score-samples.ts';

/** Rows are synced when so many wait, or after so long: a killed run scores no more than these again. */
const ROWS_AT_ONCE = 32;
const SYNC_SECONDS = 0.25;
/** The run's own file with its sums is written that often while it runs. */
const SAVE_SECONDS = 5;

export interface RunWork {
  store: RunStore;
  engine: EngineOwner;
  loan: EngineLoan;
  openRemote: OpenRemote;
  machine: RunMachine;
  pace: RowPace;
  maxPromptTokens: () => number;
  /** A saved configuration. @throws Fault NOT_FOUND */
  savedConfiguration: (sha256: string) => Configuration;
  /** The samples of the run's set as they are now. */
  loadSamples: (setId: string) => Promise<ReadonlyMap<string, Sample>>;
  /** Rows were added. */
  onRows: () => void;
}

/**
 * One sitting of a run: scores what has no row (or what failed), one sample after the other, then its first samples
 * again; here, or at the place that its configuration names. Between two samples it can be paused and cancelled. Rows last before they count.
 * @throws Fault what ends the run; its rows and sums are kept
 */
export async function workOnRun(id: string, which: 'missing' | 'failed', job: JobRun, work: RunWork): Promise<void> {
  const { store, machine } = work;
  const under = store.get(id).configuration.scoring.configuration;
  const configuration = under === null ? null : work.savedConfiguration(under);
  const plan = await store.plan(id);
  const table = await store.rows(id);
  const todo = plan.filter(([sample]) =>
    which === 'missing' ? table.get(sample) === undefined : table.get(sample)?.status === 'failed',
  );
  const samples = await work.loadSamples(store.get(id).set_id);
  const { configuration: asked, answered_by } = store.get(id);
  const remote =
    asked.remote === undefined ? null : await work.openRemote(asked.remote, answered_by ?? null, job.signal);
  const writer = await store.openRows(id);
  const waiting: RunRow[] = [];
  let syncedAt = machine.seconds();
  let savedAt = syncedAt;
  let sums = sumsOf(store.get(id));

  const sync = async (): Promise<void> => {
    await writer.add(waiting);
    waiting.length = 0;
    syncedAt = machine.seconds();
    job.onProgress({ done: table.rows.length, total: plan.length, unit: 'rows' });
    work.onRows();
  };
  const save = async (): Promise<void> => {
    savedAt = machine.seconds();
    await store.change(id, sums);
  };
  /** Before a sample: waits while the job is paused, and has the model of the run in memory. */
  const ready = async (): Promise<void> => {
    if (job.isPaused()) {
      await sync();
      await save();
    }
    await job.checkpoint();
    if (remote === null) await work.loan.load(asked.model_path, asked.engine, { job: job.id, signal: job.signal });
  };
  const scoring = {
    engine: work.engine,
    run: store.get(id),
    configuration,
    samples,
    maxPromptTokens: work.maxPromptTokens,
    signal: job.signal,
  };
  const score = (planned: PlannedSample): Promise<ScoredSample> =>
    remote === null ? scoreSample(planned, scoring) : scoreRemoteSample(planned, { run: scoring.run, samples, remote });

  try {
    job.onProgress({ done: table.rows.length, total: plan.length, unit: 'rows' });
    for (const planned of todo) {
      await ready();
      const began = { seconds: machine.seconds(), cpu: machine.cpuSeconds() };
      const scored = await score(planned);
      await (remote === null ? identify(id, scored, work) : noteWhoAnswered(id, remote, work));
      waiting.push(scored.row);
      if (waiting.length >= ROWS_AT_ONCE || machine.seconds() - syncedAt >= SYNC_SECONDS) await sync();
      const seconds = machine.seconds() - began.seconds;
      work.pace.took(seconds);
      // What this process does meanwhile says nothing about the one that scores.
      const [cpu, memory] = remote === null ? [machine.cpuSeconds() - began.cpu, machine.memoryBytes()] : [0, 0];
      sums = addSample(sums, scored, seconds, cpu, memory);
      if (machine.seconds() - savedAt >= SAVE_SECONDS) await save();
    }
    await sync();
    if (plan.every(([sample]) => table.get(sample) !== undefined)) {
      await store.change(id, { ...sums, drift: await measureDrift(plan, table.get, ready, score) });
    }
  } finally {
    // What was scored is kept however the sitting ends.
    try {
      await sync();
      await save();
      if (remote !== null) await noteWhoAnswered(id, remote, work);
    } finally {
      remote?.close();
      await writer.close();
    }
  }
}

type Sums = Pick<Run, 'wall_seconds' | 'cpu_seconds' | 'peak_memory_bytes' | 'tokens_evaluated' | 'tokens_reused'>;

function sumsOf(run: Run): Sums {
  const { wall_seconds, cpu_seconds, peak_memory_bytes, tokens_evaluated, tokens_reused } = run;
  return { wall_seconds, cpu_seconds, peak_memory_bytes, tokens_evaluated, tokens_reused };
}

function addSample(sums: Sums, { row, result }: ScoredSample, wall: number, cpu: number, memory: number): Sums {
  return {
    wall_seconds: sums.wall_seconds + wall,
    cpu_seconds: sums.cpu_seconds + cpu,
    peak_memory_bytes: Math.max(sums.peak_memory_bytes, memory),
    tokens_evaluated: sums.tokens_evaluated + (row.status === 'scored' ? row.evaluated_tokens : 0),
    tokens_reused: sums.tokens_reused + (result?.timing.reused_tokens ?? 0),
  };
}

/**
 * Records what was really used with the first result. A later sitting must use the very same.
 * @throws Fault CONFLICT when the model file or the settings became others meanwhile
 */
async function identify(id: string, { result, settings, scoring }: ScoredSample, work: RunWork): Promise<void> {
  const { identity } = work.store.get(id);
  if (result === null || settings === null || scoring === null) return;
  // Under a saved configuration the result has the hash of that; a run is known by its scoring alone.
  const sha256 = configurationSha256({ scoring, decisions: [] });
  if (identity !== null) {
    if (identity.configuration_sha256 === sha256) return;
    throw new Fault(
      'CONFLICT',
      `${result.model.file} or its settings are others than those that this run began with, so its rows would be of two kinds.`,
      'Put the old file back, or make a new run.',
    );
  }
  const state = work.engine.state();
  if (state.status !== 'ready') return;
  await work.store.change(id, {
    identity: {
      settings,
      scoring,
      configuration_sha256: sha256,
      model: result.model,
      report: state.report,
      load_seconds: state.load_seconds,
      host: work.machine.host,
    },
  });
}

/** Records who answers, when that is known or has changed. */
async function noteWhoAnswered(id: string, remote: RemoteScorer, work: RunWork): Promise<void> {
  const by = remote.by();
  if (by === null || by === work.store.get(id).answered_by) return;
  await work.store.change(id, { answered_by: by });
}

/** Scores the first samples again; see evaluation.md, drift. Null when there are none to compare. */
async function measureDrift(
  plan: readonly PlannedSample[],
  rowOf: (sample: string) => RunRow | undefined,
  ready: () => Promise<void>,
  score: (planned: PlannedSample) => Promise<ScoredSample>,
): Promise<Run['drift']> {
  const first: number[][] = [];
  const again: number[][] = [];
  for (const planned of plan) {
    if (first.length === DRIFT_SAMPLES) break;
    const row = rowOf(planned[0]);
    if (row?.status !== 'scored') continue;
    await ready();
    const { row: second } = await score(planned);
    if (second.status !== 'scored') continue;
    first.push(row.probabilities);
    again.push(second.probabilities);
  }
  const { n, largest } = drift(first, again);
  return largest === null ? null : { samples: n, largest };
}
