import { describe, expect, it, vi } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { type Job, jobSchema } from '../contract/jobs.ts';
import { createJobRunner, type JobPlan, type JobRun, MAX_FINISHED_JOBS, PROGRESS_INTERVAL_MS } from './job-runner.ts';

/** A runner, and work that a test steers. */
function setUp() {
  const origin = manualOrigin();
  const unexpected = vi.fn();
  const jobs = createJobRunner(origin, unexpected);
  const told: Job[] = [];
  jobs.onChange((job) => told.push(job));

  function begin(plan: Partial<JobPlan> = {}) {
    const steps: { run: JobRun | null; finish: () => void; fail: (error: unknown) => void } = {
      run: null,
      finish: () => undefined,
      fail: () => undefined,
    };
    const ended = new Promise<void>((resolve, reject) => {
      steps.finish = resolve;
      steps.fail = reject;
    });
    const { id } = jobs.start({
      kind: 'load-model',
      title: 'Load a.gguf',
      lane: 'engine',
      work: async (run) => {
        steps.run = run;
        await ended;
      },
      ...plan,
    });
    return { id, steps };
  }

  const stateOf = (id: string) => jobs.list().find((job) => job.id === id)?.state;
  return { origin, jobs, told, unexpected, begin, stateOf };
}

describe('a job', () => {
  it('goes from queued over running to done, each step told', async () => {
    const { jobs, told, begin, origin } = setUp();
    const { id, steps } = begin();
    origin.pass(5000);
    steps.finish();
    const ended = await jobs.ended(id);
    expect(told.map(({ state }) => state)).toEqual(['queued', 'running', 'done']);
    expect(Date.parse(ended.ended_at ?? '') - Date.parse(ended.created_at)).toBe(5000);
    for (const job of told) expect(jobSchema.parse(job)).toEqual(job);
  });

  it('fails with the fault of its work', async () => {
    const { jobs, begin, unexpected } = setUp();
    const { id, steps } = begin();
    steps.fail(new Fault('MODEL_UNREADABLE', 'It is damaged.', 'Choose another.'));
    expect(await jobs.ended(id)).toMatchObject({ state: 'failed', fault: { code: 'MODEL_UNREADABLE' } });
    expect(unexpected).not.toHaveBeenCalled();
  });

  it('reports an unknown error as unexpected and goes on with the next', async () => {
    const { jobs, begin, unexpected } = setUp();
    const first = begin();
    const second = begin();
    const error = new TypeError('x is undefined');
    first.steps.fail(error);
    expect(await jobs.ended(first.id)).toMatchObject({ state: 'failed', fault: { code: 'UNEXPECTED' } });
    expect(unexpected).toHaveBeenCalledWith(error);
    second.steps.finish();
    expect((await jobs.ended(second.id)).state).toBe('done');
  });
});

describe('lanes', () => {
  it('runs one engine job at a time, in order, and a download beside it', async () => {
    const { jobs, begin, stateOf } = setUp();
    const [a, b, c] = [begin(), begin(), begin({ lane: 'download', kind: 'fetch-starter' })];
    expect([a, b, c].map(({ id }) => stateOf(id))).toEqual(['running', 'queued', 'running']);
    a.steps.finish();
    await jobs.ended(a.id);
    await vi.waitFor(() => expect(stateOf(b.id)).toBe('running'));
    b.steps.finish();
    c.steps.finish();
    await Promise.all([jobs.ended(b.id), jobs.ended(c.id)]);
  });
});

describe('cancel', () => {
  it('takes a waiting job out; its work never begins', async () => {
    const { jobs, begin } = setUp();
    const first = begin();
    const second = begin();
    expect((await jobs.cancel(second.id)).state).toBe('cancelled');
    first.steps.finish();
    await jobs.ended(first.id);
    expect(second.steps.run).toBeNull();
  });

  it('aborts running work and is over when the work is; the next waits so long', async () => {
    const { jobs, begin, stateOf } = setUp();
    const first = begin();
    const second = begin();
    const cancelled = jobs.cancel(first.id);
    expect(first.steps.run?.signal.aborted).toBe(true);
    await Promise.resolve();
    expect([stateOf(first.id), stateOf(second.id)]).toEqual(['running', 'queued']);
    first.steps.fail(new Error('aborted by the signal'));
    expect(await cancelled).toMatchObject({ state: 'cancelled', fault: null });
    await vi.waitFor(() => expect(stateOf(second.id)).toBe('running'));
    second.steps.finish();
  });

  it('does not take back what was done already', async () => {
    const { jobs, begin } = setUp();
    const { id, steps } = begin();
    const cancelled = jobs.cancel(id);
    steps.finish();
    expect((await cancelled).state).toBe('done');
  });

  it('is refused for an ended job and for none', async () => {
    const { jobs, begin } = setUp();
    const { id, steps } = begin();
    steps.finish();
    await jobs.ended(id);
    await expect(jobs.cancel(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(jobs.cancel('01890a5d-ac96-774b-bcce-b302099a8057')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a paused job wakes its work, which ends', async () => {
    const { jobs, begin } = setUp();
    const { id } = begin({
      pausable: true,
      work: async ({ checkpoint }) => {
        await new Promise((resolve) => setTimeout(resolve));
        await checkpoint();
      },
    });
    jobs.pause(id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await jobs.cancel(id)).state).toBe('cancelled');
  });
});

describe('pause and resume', () => {
  it('holds pausable work at its next checkpoint', async () => {
    const { jobs, begin, told } = setUp();
    let steps = 0;
    const { id } = begin({
      pausable: true,
      work: async ({ checkpoint }) => {
        for (; steps < 3; steps += 1) {
          await new Promise((resolve) => setTimeout(resolve));
          await checkpoint();
        }
      },
    });
    expect(jobs.pause(id).state).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(steps).toBe(0);
    expect(() => jobs.pause(id)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect(jobs.resume(id).state).toBe('running');
    expect((await jobs.ended(id)).state).toBe('done');
    expect(steps).toBe(3);
    expect(told.map(({ state }) => state)).toEqual(['queued', 'running', 'paused', 'queued', 'running', 'done']);
  });

  it('leaves the lane to others meanwhile, and waits for it again', async () => {
    const { jobs, begin, stateOf, told } = setUp();
    let steps = 0;
    const paused = begin({
      pausable: true,
      work: async ({ checkpoint }) => {
        for (; steps < 3; steps += 1) {
          await new Promise((resolve) => setTimeout(resolve));
          await checkpoint();
        }
      },
    });
    const other = begin();
    jobs.pause(paused.id);
    await vi.waitFor(() => expect(stateOf(other.id)).toBe('running'));
    const next = begin();
    expect(jobs.resume(paused.id).state).toBe('queued');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(steps).toBe(0);
    other.steps.finish();
    // It was there before the one that came meanwhile.
    expect((await jobs.ended(paused.id)).state).toBe('done');
    await vi.waitFor(() => expect(stateOf(next.id)).toBe('running'));
    const starts = told.filter(({ state }) => state === 'running').map(({ id }) => id);
    expect(starts).toEqual([paused.id, other.id, paused.id, next.id]);
    next.steps.finish();
  });

  it('keeps a job that has not begun from beginning', async () => {
    const { jobs, begin, stateOf } = setUp();
    const first = begin();
    const second = begin({ pausable: true });
    expect(jobs.pause(second.id).state).toBe('paused');
    first.steps.finish();
    await jobs.ended(first.id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(second.steps.run).toBeNull();
    jobs.resume(second.id);
    await vi.waitFor(() => expect(stateOf(second.id)).toBe('running'));
    second.steps.finish();
    expect((await jobs.ended(second.id)).state).toBe('done');
  });

  it('can be cancelled while it waits for its lane again', async () => {
    const { jobs, begin, stateOf } = setUp();
    const { id } = begin({
      pausable: true,
      work: async ({ checkpoint }) => {
        await new Promise((resolve) => setTimeout(resolve));
        await checkpoint();
      },
    });
    const other = begin();
    jobs.pause(id);
    await vi.waitFor(() => expect(stateOf(other.id)).toBe('running'));
    jobs.resume(id);
    expect((await jobs.cancel(id)).state).toBe('cancelled');
    expect(stateOf(other.id)).toBe('running');
    other.steps.finish();
  });

  it('is refused for work that cannot', () => {
    const { jobs, begin, stateOf } = setUp();
    const { id, steps } = begin();
    expect(() => jobs.pause(id)).toThrow(/cannot be paused/);
    expect(() => jobs.resume(id)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect(stateOf(id)).toBe('running');
    steps.finish();
  });
});

describe('progress', () => {
  it('is told a little later when nothing more comes', async () => {
    const { begin, told } = setUp();
    const { steps } = begin();
    const report = (done: number) => steps.run?.onProgress({ done, total: 100, unit: 'bytes' });
    for (let done = 1; done <= 10; done += 1) report(done);
    await expect.poll(() => told.at(-1)?.progress?.done).toBe(10);
    steps.finish();
  });

  it('is told at most every interval, the last one always, and not after the end', async () => {
    const { jobs, begin, told, origin } = setUp();
    const { id, steps } = begin();
    const report = (done: number) => steps.run?.onProgress({ done, total: 100, unit: 'fraction' });
    const before = told.length;
    for (let done = 1; done <= 10; done += 1) report(done);
    expect(told.length - before).toBe(1);
    expect(jobs.list()[0]?.progress?.done).toBe(10);
    origin.pass(PROGRESS_INTERVAL_MS);
    report(11);
    report(12);
    expect(told.slice(before).map(({ progress }) => progress?.done)).toEqual([1, 11]);
    report(100);
    expect(told.at(-1)?.progress?.done).toBe(100);
    steps.finish();
    await jobs.ended(id);
    const atEnd = told.length;
    report(50);
    expect(told.length).toBe(atEnd);
    expect(jobs.list()[0]?.progress?.done).toBe(100);
  });
});

describe('the list', () => {
  it('is newest first and forgets the oldest finished jobs, never an open one', async () => {
    const { jobs, begin } = setUp();
    const open = begin({ lane: 'download' });
    const ids: string[] = [];
    for (let count = 0; count < MAX_FINISHED_JOBS + 5; count += 1) {
      const { id, steps } = begin();
      const ended = jobs.ended(id);
      steps.finish();
      await ended;
      await vi.waitFor(() => expect(jobs.list().some(({ state }) => state === 'queued')).toBe(false));
      ids.push(id);
    }
    expect(jobs.list().map(({ id }) => id)).toEqual([...ids.slice(5).reverse(), open.id]);
    await expect(jobs.ended(ids[0] ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    open.steps.finish();
  });
});

describe('close', () => {
  it('cancels all, waits for it, and takes no more', async () => {
    const { jobs, begin } = setUp();
    const [running, waiting] = [begin(), begin()];
    running.steps.run?.signal.addEventListener('abort', () =>
      setTimeout(() => running.steps.fail(new Error('stopped')), 10),
    );
    await jobs.close();
    expect(jobs.list().map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(waiting.steps.run).toBeNull();
    expect(() => begin()).toThrow(expect.objectContaining({ code: 'CANCELLED' }));
  });
});
