import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { os, type RouterClient } from '@orpc/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asMainPort } from '../test/desktop/as-main-port.ts';
import { servePort } from './serve-port.ts';

const released = vi.fn();
const router = {
  double: os
    .errors({ FAULT: { status: 400, data: z.object({ code: z.string() }) } })
    .input(z.object({ number: z.number() }))
    .handler(({ input, errors }) => {
      if (input.number < 0) throw errors.FAULT({ data: { code: 'INVALID_REQUEST' } });
      return { doubled: input.number * 2, at: new Date(0), big: 12345678901234567890n };
    }),
  wait: os.handler(async ({ signal }) => {
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    released();
    return {};
  }),
  app: {
    events: os.handler(async function* ({ signal }) {
      for (let count = 1; !signal?.aborted; count += 1) {
        yield { count };
        if (count === 3) await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      }
    }),
  },
};

function connect(): {
  client: RouterClient<typeof router>;
  port: MessagePort;
  close: () => void;
  onListening: () => void;
} {
  const { port1, port2 } = new MessageChannel();
  const onListening = vi.fn();
  const close = servePort(router, asMainPort(port1), onListening);
  port2.start();
  return { client: createORPCClient(new RPCLink({ port: port2 })), port: port2, close, onListening };
}

describe('servePort', () => {
  it('carries calls, their types and their errors', async () => {
    const { client, close } = connect();
    expect(await client.double({ number: 21 })).toEqual({ doubled: 42, at: new Date(0), big: 12345678901234567890n });
    await expect(client.double({ number: -1 })).rejects.toMatchObject({
      code: 'FAULT',
      defined: true,
      data: { code: 'INVALID_REQUEST' },
    });
    close();
  });

  it('carries the stream of events and tells that somebody follows it', async () => {
    const { client, close, onListening } = connect();
    await client.double({ number: 1 });
    expect(onListening).not.toHaveBeenCalled();
    const counts: number[] = [];
    for await (const { count } of await client.app.events()) {
      counts.push(count);
      if (count === 3) break;
    }
    expect(counts).toEqual([1, 2, 3]);
    expect(onListening).toHaveBeenCalledTimes(1);
    close();
  });

  it('aborts a call that its caller aborts', async () => {
    const { client, close } = connect();
    released.mockClear();
    const controller = new AbortController();
    const call = client.wait(undefined, { signal: controller.signal });
    await turn();
    controller.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(released).toHaveBeenCalledTimes(1));
    close();
  });

  it('aborts what still runs when it is closed on this side, and says nothing more', async () => {
    const { client, port, close } = connect();
    released.mockClear();
    const call = client.wait();
    const outcome = expect(call).rejects.toThrow();
    await client.double({ number: 1 });
    const closed = once(port, 'close');
    close();
    close();
    await vi.waitFor(() => expect(released).toHaveBeenCalledTimes(1));
    await closed;
    await outcome;
  });

  it('aborts what still runs when the page goes', async () => {
    const { client, port } = connect();
    released.mockClear();
    const outcome = expect(client.wait()).rejects.toThrow();
    await client.double({ number: 1 });
    port.close();
    await vi.waitFor(() => expect(released).toHaveBeenCalledTimes(1));
    await outcome;
  });
});
