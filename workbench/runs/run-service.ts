import { basename } from 'node:path';
import { asFault, Fault } from '../../adapter/fault.ts';
import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { RunReader } from '../configurations/run-reader.ts';
import type { Job } from '../contract/jobs.ts';
import type { Disclosure } from '../contract/remote.ts';
import type { EvaluationSample, Run, RunConfiguration, RunRow, RunSummary } from '../contract/runs.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { isFinal } from '../jobs/job-transitions.ts';
import { createPacer } from '../samples/pacer.ts';
import type { SampleStore } from '../samples/store/sample-store.ts';
import type { SetViews } from '../samples/view/set-views.ts';
import type { Origin } from '../uuid-v7.ts';
import { checkRunRequest } from './check-run-request.ts';
import { createEngineLoan } from './engine-loan.ts';
import { evaluationSample } from './evaluation-sample.ts';
import type { RunMachine } from './machine.ts';
import { makeRuns } from './make-runs.ts';
import { orderRuns } from './order-runs.ts';
import type { Environment } from './remote/check-remote.ts';
import { discloseRuns } from './remote/disclose.ts';
import type { RemoteParts } from './remote/open-remote.ts';
import { createOpenRemote } from './remote/open-remote.ts';
import { requireLeave } from './remote/require-leave.ts';
import { createRowPace, type RowPace } from './row-pace.ts';
import { interrupted, type RunStore } from './run-store.ts';
import { type RunEvent, tellRuns } from './tell-runs.ts';
import { usableRows } from './usable-rows.ts';
import { workOnRun } from './work-on-run.ts';

export interface RunService extends RunReader {
  /** Newest first. */
  list(): Promise<RunSummary[]>;
  /**
   * Makes a run for each configuration and queues them; those of one model file follow one another. Summaries in the
   * order of the configurations.
   * @throws Fault NOT_FOUND, INVALID_REQUEST with all that is wrong, also when texts would leave this machine and nobody
   * said that they may, IO_FAILED
   */
  start(request: RunRequest & { may_leave?: boolean | undefined }): Promise<RunSummary[]>;
  /** What would leave this machine. @throws Fault NOT_FOUND, INVALID_REQUEST */
  disclose(request: RunRequest): Promise<Disclosure[]>;
  /** @throws Fault NOT_FOUND, CONFLICT when it runs, or has nothing left to score */
  resume(id: string): Promise<RunSummary>;
  /** @throws Fault NOT_FOUND, CONFLICT when it runs, or nothing failed */
  retryFailed(id: string): Promise<RunSummary>;
  /** @throws Fault NOT_FOUND, CONFLICT when it does not run */
  pause(id: string): Promise<RunSummary>;
  cancel(id: string): Promise<RunSummary>;
  /** @throws Fault NOT_FOUND, CONFLICT while it runs */
  remove(id: string): Promise<void>;
  /**
   * Rows in the order in which their samples were first scored, each sample's last one. A row whose sample was changed
   * or removed since is answered as failed, and says so.
   */
  rows(id: string, from: number, limit: number): Promise<{ total: number; rows: RunRow[] }>;
  samples(setId: string, from: number, limit: number): Promise<{ total: number; samples: EvaluationSample[] }>;
  /** Told after every change of a run, its rows at most some times a second. Returns the end of the subscription. */
  onChange(listener: (event: RunEvent) => void): () => void;
  /** The file that a person had loaded, while runs have another one in memory. */
  displaced(): string | null;
  /** From now on what is cancelled was interrupted: call it before the jobs are closed. */
  close(): void;
  /** Resolves when everything that ended is on disk. */
  settled(): Promise<void>;
}

export interface RunRequest {
  set_id: string;
  part: Run['part'];
  configurations: RunConfiguration[];
}

export interface RunServiceParts {
  store: RunStore;
  samples: SampleStore;
  views: SetViews;
  engine: EngineOwner;
  jobs: JobRunner;
  machine: RunMachine;
  origin: Origin;
  maxPromptTokens: () => number;
  /** In which keys of servers are, by the names that configurations give. */
  environment: Environment;
  describeEndpoint?: RemoteParts['describeEndpoint'];
  configurations: Pick<ConfigurationStore, 'list' | 'get'>;
  /** Loads the file that a person had loaded before the runs. */
  loadAgain: (path: string) => void;
  /** Something failed that no call waits for. */
  onFault: (error: unknown) => void;
}

export function createRunService(parts: RunServiceParts): RunService {
  const { store, samples, views, engine, jobs, machine, origin } = parts;
  const loan = createEngineLoan(engine);
  const { environment, describeEndpoint } = parts;
  const openRemote = createOpenRemote({
    environment,
    seconds: machine.seconds,
    ...(describeEndpoint === undefined ? {} : { describeEndpoint }),
  });
  /** Jobs of runs that have not ended, by run. */
  const active = new Map<string, { job: string; pace: RowPace }>();
  const saving = new Set<Promise<unknown>>();
  let closing = false;
  const telling = tellRuns(summarise, parts.onFault);

  async function summarise(id: string): Promise<RunSummary> {
    const run = store.get(id);
    const { scored, failed } = await store.counts(id);
    const work = active.get(id);
    const running = run.state === 'running' ? (work?.pace.rate() ?? null) : null;
    const whole = run.state === 'running' || run.wall_seconds <= 0 ? null : (scored + failed) / run.wall_seconds;
    return {
      run,
      scored,
      failed,
      seconds_left: running === null ? null : Math.max(0, run.samples - scored - failed) / running,
      samples_per_second: running ?? whole,
      job: work?.job ?? null,
    };
  }

  /** Changes a run for which no call waits; a failure is told. */
  function record(id: string, change: Partial<Run>): Promise<void> {
    const saved: Promise<void> = store
      .change(id, change)
      .then(
        () => undefined,
        (error: unknown) => parts.onFault(error),
      )
      .finally(() => saving.delete(saved));
    saving.add(saved);
    telling.state(id);
    return saved;
  }

  function begin(id: string, which: 'missing' | 'failed', otherwise: Run['state']): void {
    const run = store.get(id);
    const pace = createRowPace();
    const { name, model_path, remote } = run.configuration;
    const job = jobs.start({
      kind: 'run',
      title: `${which === 'failed' ? 'Retry what failed' : 'Score'} ${run.samples} samples: ${name} (${basename(model_path)})`,
      lane: remote === undefined ? 'engine' : 'remote',
      pausable: true,
      run: id,
      work: async (jobRun) => {
        await workOnRun(id, which, jobRun, {
          store,
          engine,
          loan,
          openRemote,
          machine,
          pace,
          maxPromptTokens: parts.maxPromptTokens,
          savedConfiguration: (sha256) => parts.configurations.get(sha256).configuration,
          loadSamples: async (setId) => (await samples.load(setId)).samples,
          onRows: () => telling.rows(id),
        });
        const { scored, failed } = await store.rows(id);
        // Retrying what failed leaves a run that was not through where it was.
        const state = scored + failed < run.samples ? otherwise : 'done';
        await record(id, { state, fault: null, ended_at: origin.now().toISOString() });
      },
    });
    active.set(id, { job: job.id, pace });
    void record(id, { state: job.state, fault: null, ended_at: null, ...begun(id, job) });
  }

  function begun(id: string, job: Job): Partial<Run> {
    return job.state === 'running' && store.get(id).started_at === null
      ? { started_at: origin.now().toISOString() }
      : {};
  }

  jobs.onChange((job) => {
    const id = job.run;
    if (id === null || active.get(id)?.job !== job.id) return;
    if (!isFinal(job.state)) {
      if (store.get(id).state !== job.state) void record(id, { state: job.state, ...begun(id, job) });
      if (job.state === 'paused') giveBack();
      return;
    }
    active.delete(id);
    const ended_at = origin.now().toISOString();
    const run = store.get(id);
    if (job.state === 'done') telling.state(id);
    else if (job.state === 'failed') void record(id, { state: 'failed', fault: job.fault, ended_at });
    else if (closing) void record(id, { state: 'paused', fault: interrupted(run).toData() });
    else void record(id, { state: 'cancelled', fault: null, ended_at });
    giveBack();
  });

  /** When no run waits or runs: the model that a person had loaded, unless another load is under way. */
  function giveBack(): void {
    const busy = jobs.list().some((job) => {
      const ofEngine = job.run === null || store.get(job.run).configuration.remote === undefined;
      const wants = job.kind === 'load-model' ? !isFinal(job.state) : job.kind === 'run' && ofEngine;
      return wants && (job.state === 'queued' || job.state === 'running');
    });
    if (busy || closing) return;
    const path = loan.takeBack();
    if (path !== null) parts.loadAgain(path);
  }

  function requireIdle(id: string): Run {
    const run = store.get(id);
    if (!active.has(id)) return run;
    throw new Fault('CONFLICT', `“${run.configuration.name}” is under way.`, 'Pause or cancel it first.');
  }

  function requireActive(id: string): string {
    const { configuration } = store.get(id);
    const job = active.get(id)?.job;
    if (job !== undefined) return job;
    throw new Fault('CONFLICT', `“${configuration.name}” is not under way.`, 'Resume it first.');
  }

  async function usable(run: Run, rows: readonly RunRow[]): Promise<RunRow[]> {
    const view = await views.get(run.set_id).catch((error: unknown) => {
      // The rows of a run outlive its set.
      if (asFault(error).code === 'NOT_FOUND') return null;
      throw error;
    });
    if (view === null) return [...rows];
    return usableRows(rows, await store.plan(run.id), (id) => view.find(id)?.sample, createPacer());
  }

  /** The runs of a request, checked, and what each of them scores. */
  async function plan({ set_id, part, configurations }: RunRequest) {
    const view = await views.get(set_id);
    const { set } = view;
    const isSaved = (sha256: string) => parts.configurations.list().some((saved) => saved.sha256 === sha256);
    const checked = checkRunRequest(set.binding, configurations, isSaved, environment);
    return makeRuns(view, part, checked, origin);
  }

  return {
    list: () => Promise.all(store.list().map(({ id }) => summarise(id))),
    async start({ may_leave = false, ...request }) {
      const { runs, plan: planned } = await plan(request);
      if (!may_leave) requireLeave(discloseRuns(request.configurations, planned.length));
      for (const run of runs) await store.create(run, planned);
      for (const { id } of orderRuns(runs)) begin(id, 'missing', 'paused');
      return Promise.all(runs.map(({ id }) => summarise(id)));
    },
    async disclose(request) {
      return discloseRuns(request.configurations, (await plan(request)).plan.length);
    },
    async resume(id) {
      const work = active.get(id);
      if (work !== undefined) {
        jobs.resume(work.job);
        await record(id, { fault: null });
        return summarise(id);
      }
      const run = store.get(id);
      const { scored, failed } = await store.counts(id);
      if (run.state === 'done' && scored + failed >= run.samples) {
        throw new Fault('CONFLICT', `“${run.configuration.name}” has scored all its samples.`, 'Start a new run.');
      }
      begin(requireIdle(id).id, 'missing', 'paused');
      return summarise(id);
    },
    async retryFailed(id) {
      const { failed } = await store.counts(id);
      const run = requireIdle(id);
      if (failed === 0) {
        throw new Fault('CONFLICT', `No sample of “${run.configuration.name}” failed.`, 'There is nothing to retry.');
      }
      await record(id, { retried: true });
      begin(id, 'failed', run.state);
      return summarise(id);
    },
    async pause(id) {
      jobs.pause(requireActive(id));
      await Promise.all(saving);
      return summarise(id);
    },
    async cancel(id) {
      const run = store.get(id);
      const work = active.get(id);
      if (work !== undefined) {
        await jobs.cancel(work.job);
        await Promise.all(saving);
      } else if (run.state === 'paused') {
        // Nothing runs since the app was started: it only says that nobody will resume it.
        await record(id, { state: 'cancelled', fault: null, ended_at: origin.now().toISOString() });
      } else requireActive(id);
      return summarise(id);
    },
    async remove(id) {
      requireIdle(id);
      await store.remove(id);
      telling.removed(id);
    },
    async rows(id, from, limit) {
      const table = await store.rows(id);
      return { total: table.rows.length, rows: await usable(store.get(id), table.rows.slice(from, from + limit)) };
    },
    async samples(setId, from, limit) {
      const view = await views.get(setId);
      const window = view.entries.slice(from, from + limit);
      return { total: view.entries.length, samples: window.map((entry) => evaluationSample(view, entry)) };
    },
    async read(id) {
      const run = store.get(id);
      const table = await store.rows(id);
      const rows = await usable(run, table.rows);
      const view = await views.get(run.set_id);
      const pace = createPacer();
      const evaluated: EvaluationSample[] = [];
      for (const entry of view.entries) {
        evaluated.push(evaluationSample(view, entry));
        await pace();
      }
      return {
        run,
        question: run.configuration.question,
        rows,
        samples: evaluated,
        set_sha256: (await view.summary(pace)).sha256,
      };
    },
    onChange: telling.subscribe,
    displaced: loan.displaced,
    close() {
      closing = true;
    },
    async settled() {
      while (saving.size > 0) await Promise.all(saving);
      telling.close();
    },
  };
}
