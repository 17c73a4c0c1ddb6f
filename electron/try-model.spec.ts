import { EventEmitter } from 'node:events';
import type { UtilityProcess, utilityProcess } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { createTryModel } from './try-model.ts';

class FakeProcess extends EventEmitter {
  kill = vi.fn(() => true);
}

function setUp(): { child: FakeProcess; fork: ReturnType<typeof vi.fn>; tryModel: ReturnType<typeof createTryModel> } {
  const child = new FakeProcess();
  const fork = vi.fn(() => child as unknown as UtilityProcess);
  return { child, fork, tryModel: createTryModel(fork as unknown as typeof utilityProcess.fork, '/app/try-model.js') };
}

describe('createTryModel', () => {
  it('starts the program with the file and passes its outcome on', async () => {
    const { child, fork, tryModel } = setUp();
    const outcome = tryModel('/m.gguf', new AbortController().signal);
    expect(fork).toHaveBeenCalledWith('/app/try-model.js', ['/m.gguf'], expect.anything());
    child.emit('message', { type: 'progress', fraction: 0.5 });
    child.emit('message', { type: 'outcome', outcome: 'fine', reason: '' });
    expect(await outcome).toEqual({ outcome: 'fine' });
    expect(child.kill).toHaveBeenCalled();
  });

  it('tells a refused file from a trial that could not run', async () => {
    for (const outcome of ['damaged', 'could-not-run'] as const) {
      const { child, tryModel } = setUp();
      const tried = tryModel('/m.gguf', new AbortController().signal);
      child.emit('message', { type: 'outcome', outcome, reason: 'because' });
      expect(await tried).toEqual({ outcome, reason: 'because' });
    }
  });

  it('judges a process that ended without a word by how it ended', async () => {
    const crashed = setUp();
    const first = crashed.tryModel('/m.gguf', new AbortController().signal);
    crashed.child.emit('message', 'nonsense');
    crashed.child.emit('exit', 134);
    expect((await first).outcome).toBe('damaged');
    const killed = setUp();
    const second = killed.tryModel('/m.gguf', new AbortController().signal);
    killed.child.emit('exit', 9);
    expect((await second).outcome).toBe('could-not-run');
  });

  it('never blames the file when no process starts', async () => {
    const { fork, tryModel } = setUp();
    fork.mockImplementation(() => {
      throw new Error('no processes left');
    });
    expect(await tryModel('/m.gguf', new AbortController().signal)).toEqual({
      outcome: 'could-not-run',
      reason: 'no processes left',
    });
  });

  it('ends the process when it is cancelled', async () => {
    const { child, fork, tryModel } = setUp();
    const controller = new AbortController();
    const outcome = tryModel('/m.gguf', controller.signal);
    controller.abort();
    await expect(outcome).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(child.kill).toHaveBeenCalled();
    await expect(tryModel('/m.gguf', controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(fork).toHaveBeenCalledTimes(1);
  });
});
