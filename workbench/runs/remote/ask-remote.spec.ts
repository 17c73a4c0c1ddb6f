import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../deployment/aws/clock.ts';
import { askRemote } from './ask-remote.ts';
import { httpTransport } from './http-transport.ts';
import type { RemoteReply, Transport } from './transport.ts';

/** Time that passes only where somebody sleeps. */
function manualClock(random: number) {
  let ms = 0;
  const slept: number[] = [];
  const clock: Clock = {
    now: () => new Date(ms),
    random: () => random,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      ms += milliseconds;
    },
  };
  return { clock, slept, seconds: () => ms / 1000 };
}

const reply = (status: number, value: unknown): RemoteReply => ({
  status,
  body: Buffer.from(JSON.stringify(value)),
  location: null,
});

function answering(send: Transport['send']): Transport {
  return { send, close: () => undefined };
}

const signal = new AbortController().signal;

describe('askRemote', () => {
  it.each([0, 0.999])('ends as busy within its deadline, with pauses that grow (chance %s)', async (random) => {
    const { clock, slept, seconds } = manualClock(random);
    const transport = answering(async () => reply(503, { error: 'Others are first.' }));
    const asked = askRemote('{}', { transport, host: 'far', clock, seconds, signal });
    await expect(asked).rejects.toMatchObject({ code: 'BUSY', message: expect.stringContaining('Others are first.') });
    expect(seconds()).toBeLessThanOrEqual(120);
    expect(seconds()).toBeGreaterThan(100);
    // Never at once, and never longer than eight seconds.
    expect(Math.min(...slept)).toBeGreaterThanOrEqual(125);
    expect(Math.max(...slept)).toBeLessThanOrEqual(8000);
  });

  it('counts the waiting apart from the answer', async () => {
    const { clock, seconds } = manualClock(0);
    let tries = 0;
    const transport = answering(async () => {
      tries += 1;
      await clock.sleep(1000, signal);
      return tries < 3 ? reply(429, {}) : reply(200, { fine: true });
    });
    const asked = await askRemote('{}', { transport, host: 'far', clock, seconds, signal });
    // Each try takes a second; the pauses are half of 0.25 s and of 0.5 s.
    expect(asked).toEqual({
      reply: { what: 'answer', value: { fine: true } },
      seconds: 1,
      busy: { times: 2, seconds: 2.375 },
    });
  });
});

describe('httpTransport', () => {
  it('leaves a server that hangs in the middle of its answer after its limit', async () => {
    const server = createServer((_, response) => void response.writeHead(200).write('{"result"'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const target = {
      kind: 'decisions',
      url: `http://127.0.0.1:${address.port}/`,
      key_variable: null,
      price: null,
    } as const;
    await expect(httpTransport(target, {}, 200).send('{}', signal)).rejects.toMatchObject({ code: 'TOOK_TOO_LONG' });
  });
});
