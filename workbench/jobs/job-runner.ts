import { asFault, Fault } from '../../adapter/fault.ts';
import type { Job } from '../contract/jobs.ts';
import { type Origin, uuidV7 } from '../uuid-v7.ts';
import { isFinal, type JobEvent, nextJobState } from './job-transitions.ts';

/** Finished jobs that stay in the list: as many as a person looks back on. */
export const MAX_FINISHED_JOBS = 20;
/** A job tells its progress at most this often: a screen shows no more. */
export const PROGRESS_INTERVAL_MS = 100;

/** What the work of a job is given. */
export interface JobRun {
  id: string;
  signal: AbortSignal;
  onProgress: (progress: NonNullable<Job['progress']>) => void;
  /**
   * Awaited between the steps of pausable work: waits while the job is paused. Meanwhile its lane is free for others,
   * and it is waited for again afterwards: what the lane stands for may have changed then. @throws Fault CANCELLED
   */
  checkpoint: () => Promise<void>;
  /** Whether the next checkpoint will wait. */
  isPaused: () => boolean;
}

export interface JobPlan {
  kind: Job['kind'];
  title: string;
  /**
   * Jobs of one lane run one after the other; there is one engine, so its jobs share a lane. Those of `remote` ask
   * others, one at a time, so that none of them is measured while another one is asked.
   */
  lane: 'engine' | 'download' | 'hash' | 'remote' | `download ${string}`;
  pausable?: boolean;
  /** The run that it works on. */
  run?: string;
  /** Stops soon after `signal` aborts, by throwing. */
  work: (run: JobRun) => Promise<void>;
}

export interface JobRunner {
  /** Newest first. */
  list(): Job[];
  /** Queues the work; it starts when its lane is free. */
  start(plan: JobPlan): Job;
  /** Resolves when the work has ended: work that came to its end all the same is `done`. @throws Fault NOT_FOUND, CONFLICT */
  cancel(id: string): Promise<Job>;
  /** @throws Fault NOT_FOUND, CONFLICT */
  pause(id: string): Job;
  resume(id: string): Job;
  /** Resolves with the ended job. @throws Fault NOT_FOUND */
  ended(id: string): Promise<Job>;
  /** Told after every change of a job. Returns the end of the subscription. */
  onChange(listener: (job: Job) => void): () => void;
  /** Cancels all that has not ended and waits for it. */
  close(): Promise<void>;
}

interface Entry {
  job: Job;
  plan: JobPlan;
  abort: AbortController;
  /** Whether its work began. */
  begun: boolean;
  /** Settles a pause, or the wait for the lane after it. */
  wake: (() => void) | null;
  lastProgressAt: number;
  /** Tells the progress that came too soon after the one before. */
  later: NodeJS.Timeout | null;
  ended: Promise<Job>;
  end: (job: Job) => void;
}

export function createJobRunner(origin: Origin, onUnexpected: (error: unknown) => void): JobRunner {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(job: Job) => void>();
  /** Who has the lane. */
  const lanes = new Map<JobPlan['lane'], Entry>();
  let closed = false;

  function announce(entry: Entry): void {
    for (const listener of listeners) listener(entry.job);
  }

  function step(entry: Entry, event: JobEvent, fault: Fault | null = null): void {
    const state = nextJobState(entry.job.state, event);
    const ended_at = isFinal(state) ? origin.now().toISOString() : null;
    entry.job = { ...entry.job, state, fault: fault?.toData() ?? null, ended_at };
    announce(entry);
    if (isFinal(state)) {
      entry.end(entry.job);
      forgetOldest();
    }
  }

  function forgetOldest(): void {
    const finished = [...entries.values()].filter(({ job }) => isFinal(job.state));
    for (const { job } of finished.slice(0, Math.max(0, finished.length - MAX_FINISHED_JOBS))) entries.delete(job.id);
  }

  function find(id: string): Entry {
    const entry = entries.get(id);
    if (entry !== undefined) return entry;
    throw new Fault('NOT_FOUND', `There is no job ${id}.`, 'It ended some time ago; look at the list of jobs.');
  }

  function startNext(lane: JobPlan['lane']): void {
    if (lanes.has(lane)) return;
    for (const entry of entries.values()) {
      if (entry.plan.lane !== lane || entry.job.state !== 'queued') continue;
      lanes.set(lane, entry);
      if (entry.begun) {
        step(entry, 'start');
        wake(entry);
      } else void perform(entry).finally(() => leaveLane(entry));
      return;
    }
  }

  function leaveLane(entry: Entry): void {
    const { lane } = entry.plan;
    if (lanes.get(lane) !== entry) return;
    lanes.delete(lane);
    startNext(lane);
  }

  async function perform(entry: Entry): Promise<void> {
    const { abort, plan } = entry;
    entry.begun = true;
    step(entry, 'start');
    try {
      await plan.work({
        id: entry.job.id,
        signal: abort.signal,
        onProgress: (progress) => report(entry, progress),
        checkpoint: () => checkpoint(entry),
        isPaused: () => entry.job.state === 'paused',
      });
      step(entry, 'finish');
    } catch (error) {
      if (abort.signal.aborted) return step(entry, 'cancel');
      const fault = asFault(error);
      if (fault.code === 'UNEXPECTED') onUnexpected(error);
      step(entry, fault.code === 'CANCELLED' ? 'cancel' : 'fail', fault.code === 'CANCELLED' ? null : fault);
    }
  }

  function report(entry: Entry, progress: NonNullable<Job['progress']>): void {
    if (isFinal(entry.job.state)) return;
    entry.job = { ...entry.job, progress };
    const now = origin.now().getTime();
    const isLast = progress.done >= progress.total;
    const wait = entry.lastProgressAt + PROGRESS_INTERVAL_MS - now;
    if (!isLast && wait > 0) {
      // What is told last must be true, also when nothing more comes.
      entry.later ??= setTimeout(() => tellProgress(entry), wait).unref();
      return;
    }
    tellProgress(entry);
  }

  function tellProgress(entry: Entry): void {
    if (entry.later !== null) clearTimeout(entry.later);
    entry.later = null;
    if (isFinal(entry.job.state)) return;
    entry.lastProgressAt = origin.now().getTime();
    announce(entry);
  }

  async function checkpoint(entry: Entry): Promise<void> {
    const holdsLane = () => lanes.get(entry.plan.lane) === entry;
    while ((entry.job.state === 'paused' || !holdsLane()) && !entry.abort.signal.aborted) {
      leaveLane(entry);
      await new Promise<void>((resolve) => {
        entry.wake = resolve;
      });
    }
    if (entry.abort.signal.aborted) throw new Fault('CANCELLED', 'The job was cancelled.', 'Begin it again.');
  }

  function wake(entry: Entry): void {
    entry.wake?.();
    entry.wake = null;
  }

  return {
    list: () => [...entries.values()].map(({ job }) => job).reverse(),
    start(plan) {
      if (closed) throw new Fault('CANCELLED', 'The app is being closed.', 'Start it again.');
      let end: (job: Job) => void = () => undefined;
      const ended = new Promise<Job>((resolve) => {
        end = resolve;
      });
      const job: Job = {
        id: uuidV7(origin),
        kind: plan.kind,
        title: plan.title,
        state: 'queued',
        progress: null,
        pausable: plan.pausable ?? false,
        run: plan.run ?? null,
        fault: null,
        created_at: origin.now().toISOString(),
        ended_at: null,
      };
      const abort = new AbortController();
      const entry: Entry = { job, plan, abort, begun: false, wake: null, lastProgressAt: 0, later: null, ended, end };
      entries.set(job.id, entry);
      announce(entry);
      startNext(plan.lane);
      return entry.job;
    },
    async cancel(id) {
      const entry = find(id);
      if (!entry.begun || isFinal(entry.job.state)) step(entry, 'cancel');
      entry.abort.abort();
      wake(entry);
      return entry.ended;
    },
    pause(id) {
      const entry = find(id);
      if (!entry.plan.pausable) {
        throw new Fault('CONFLICT', `“${entry.job.title}” cannot be paused.`, 'Let it run, or cancel it.');
      }
      step(entry, 'pause');
      return entry.job;
    },
    resume(id) {
      const entry = find(id);
      const left = lanes.get(entry.plan.lane) !== entry;
      step(entry, left ? 'requeue' : 'resume');
      if (left) startNext(entry.plan.lane);
      else wake(entry);
      return entry.job;
    },
    ended: async (id) => find(id).ended,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      const open = [...entries.values()].filter(({ job }) => !isFinal(job.state));
      await Promise.all(open.map(({ job }) => this.cancel(job.id)));
    },
  };
}
