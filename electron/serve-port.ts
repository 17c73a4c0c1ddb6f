import type { AnyContractRouter } from '@orpc/contract';
import type { Router } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import type { CallContext } from '../workbench/host.ts';

/** The contract's stream of events. */
const eventsPath = 'app.events';

/** What is used of Electron's MessagePortMain: messages come as events with `data`, and only after `start`. */
export interface MainPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

/**
 * Serves the contract on a port until either side closes it; then the calls that still run are aborted.
 *
 * @param onListening told when the other side follows the workbench's events
 * @returns closes the port, as often as one likes
 */
export function servePort(
  router: Router<AnyContractRouter, CallContext>,
  port: MainPort,
  onListening: () => void,
): () => void {
  let open = true;
  const closeListeners: (() => void)[] = [];
  const end = (): void => {
    if (!open) return;
    open = false;
    for (const listener of closeListeners) listener();
  };
  // A port of Electron's reports only that the other side closed. Here closing it ourselves ends the calls too, and
  // answers that come afterwards are dropped.
  new RPCHandler<CallContext>(router, {
    clientInterceptors: [
      async ({ path, next }) => {
        const output = await next();
        if (path.join('.') === eventsPath) onListening();
        return output;
      },
    ],
  }).upgrade({
    on: (event, callback) => {
      if (event === 'close') closeListeners.push(() => callback());
      else if (event === 'message') port.on('message', ({ data }) => open && callback({ data }));
    },
    postMessage: (message: unknown) => {
      if (open) port.postMessage(message);
    },
  });
  port.on('close', end);
  port.start();
  return () => {
    end();
    port.close();
  };
}
