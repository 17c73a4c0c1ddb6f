import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quitDeadlineMs, quitInOrder } from './quit-in-order.ts';

/** As much of Electron's app as quitting needs: `quit` asks before-quit, and ends when nobody objects. */
function fakeApp() {
  const emitter = new EventEmitter();
  const ended = vi.fn();
  return {
    ended,
    on: emitter.on.bind(emitter) as unknown as App['on'],
    exit: vi.fn((code?: number) => ended(code)),
    quit: vi.fn(() => {
      const event = { defaultPrevented: false, preventDefault: () => Object.assign(event, { defaultPrevented: true }) };
      emitter.emit('before-quit', event);
      if (!event.defaultPrevented) ended(0);
    }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('quitInOrder', () => {
  it('holds the quit back until everything is closed, once', async () => {
    const app = fakeApp();
    const order: string[] = [];
    let resolveClosing = (): void => undefined;
    const closing = new Promise<void>((resolve) => {
      resolveClosing = resolve;
    });
    const close = vi.fn(() => closing.then(() => void order.push('closed')));
    const quit = quitInOrder({ app, close, onFault: vi.fn() });
    app.ended.mockImplementation(() => order.push('ended'));
    quit();
    app.quit();
    expect(close).toHaveBeenCalledTimes(1);
    expect(app.ended).not.toHaveBeenCalled();
    resolveClosing();
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['closed', 'ended']);
    await vi.advanceTimersByTimeAsync(quitDeadlineMs);
    expect(app.exit).not.toHaveBeenCalled();
  });

  it('ends all the same when closing hangs', async () => {
    const app = fakeApp();
    const onFault = vi.fn();
    quitInOrder({ app, close: () => new Promise(() => undefined), onFault })();
    await vi.advanceTimersByTimeAsync(quitDeadlineMs - 1);
    expect(app.exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(app.exit).toHaveBeenCalledWith(1);
    expect(onFault).toHaveBeenCalledTimes(1);
  });

  it('ends all the same when closing fails', async () => {
    const app = fakeApp();
    const onFault = vi.fn();
    const error = new Error('no');
    quitInOrder({ app, close: () => Promise.reject(error), onFault })();
    await vi.advanceTimersByTimeAsync(0);
    expect(onFault).toHaveBeenCalledWith(error);
    expect(app.exit).toHaveBeenCalledWith(1);
  });
});
