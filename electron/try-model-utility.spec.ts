import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { UtilityProcess, utilityProcess } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUtilityTrial } from './try-model-utility.ts';

/** A process that is gone a moment after it is told to go, as a real one. */
class FakedProcess extends EventEmitter {
  stderr = new PassThrough();
  kill = vi.fn(() => setTimeout(() => this.emit('exit', 15), 1));
}

function setUp() {
  const child = new FakedProcess();
  const fork = vi.fn(() => child as unknown as UtilityProcess);
  const tryModel = createUtilityTrial(fork as unknown as typeof utilityProcess.fork, '/app/try-model.js', 5000);
  return { child, fork, tryModel };
}

const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

describe('createUtilityTrial', () => {
  it('starts the program with the file and passes its outcome on when it is gone', async () => {
    const { child, fork, tryModel } = setUp();
    const outcome = tryModel('/m.gguf', never);
    expect(fork).toHaveBeenCalledWith('/app/try-model.js', ['/m.gguf'], expect.anything());
    child.emit('message', { type: 'progress', fraction: 0.5 });
    child.emit('message', { type: 'outcome', outcome: 'fine', reason: '' });
    child.emit('exit', 0);
    expect(await outcome).toEqual({ outcome: 'fine' });
  });

  it('tells a refused file from a trial that could not run', async () => {
    for (const outcome of ['damaged', 'could-not-run'] as const) {
      const { child, tryModel } = setUp();
      const tried = tryModel('/m.gguf', never);
      child.emit('message', { type: 'outcome', outcome, reason: 'because' });
      child.emit('exit', 0);
      expect(await tried).toEqual({ outcome, reason: 'because' });
    }
  });

  it.runIf(process.platform !== 'win32')('judges a process that ended without a word by how it ended', async () => {
    const crashed = setUp();
    const first = crashed.tryModel('/m.gguf', never);
    crashed.child.stderr.write('GGML_ASSERT failed');
    crashed.child.emit('message', 'nonsense');
    await new Promise((resolve) => setImmediate(resolve));
    crashed.child.emit('exit', 134);
    expect(await first).toMatchObject({ outcome: 'damaged', reason: expect.stringContaining('GGML_ASSERT failed') });
    const killed = setUp();
    const second = killed.tryModel('/m.gguf', never);
    killed.child.emit('exit', 9);
    expect((await second).outcome).toBe('could-not-run');
  });

  it('never blames the file when no process starts', async () => {
    const { fork, tryModel } = setUp();
    fork.mockImplementation(() => {
      throw new Error('no processes left');
    });
    expect(await tryModel('/m.gguf', never)).toEqual({ outcome: 'could-not-run', reason: 'no processes left' });
  });

  it('ends the process when it is cancelled, and starts none when it was cancelled before', async () => {
    const { child, fork, tryModel } = setUp();
    const controller = new AbortController();
    const outcome = tryModel('/m.gguf', controller.signal);
    controller.abort();
    expect((await outcome).outcome).toBe('could-not-run');
    expect(child.kill).toHaveBeenCalledTimes(1);
    expect((await tryModel('/m.gguf', controller.signal)).outcome).toBe('could-not-run');
    expect(fork).toHaveBeenCalledTimes(1);
  });

  it('waits as long as there are signs of life, and no longer', async () => {
    vi.useFakeTimers();
    const { child, tryModel } = setUp();
    const outcome = tryModel('/m.gguf', never);
    for (let second = 0; second < 3; second += 1) {
      await vi.advanceTimersByTimeAsync(4000);
      child.emit('message', { type: 'progress', fraction: second / 4 });
    }
    expect(child.kill).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5001);
    expect(child.kill).toHaveBeenCalledTimes(1);
    expect(await outcome).toEqual({ outcome: 'could-not-run', reason: 'It did not answer for 5 s.' });
  });
});
