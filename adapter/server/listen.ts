import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Fault } from '../fault.ts';
import type { Carrier } from './create-app.ts';
import { MAX_HEADER_BYTES, refusalOfParser, writeRawRefusal } from './raw-refusal.ts';
import { refuse } from './refusal.ts';
import { writeRefusal } from './write-refusal.ts';

/** A caller that dawdles longer with the headers, or with headers and body, is dropped. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** How often slow callers are looked for. */
const CHECKING_INTERVAL_MS = 1000;
/** Waiting callers are cheap, and a flood is not. */
const MAX_CONNECTIONS = 512;

export interface Listening {
  port: number;
  /** Takes no new connection; resolves when the last has ended, those without a request at once. */
  close(): Promise<void>;
  /** Ends what is still open. */
  destroy(): void;
}

/**
 * Answers HTTP/1.1 on an address. Whatever no route ever sees (a header that is too long, no HTTP at all) gets JSON as
 * well.
 * @throws Fault IO_FAILED when the address cannot be had
 */
export async function listen(
  fetch: (request: Request, env: Carrier) => Response | Promise<Response>,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const unreadable = () =>
    new Response(
      writeRefusal({ ...refuse('invalid'), message: 'The address or the Host header is none.' }, 'decisions', '-'),
      {
        status: 400,
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
      },
    );
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECKING_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    getRequestListener(fetch, {
      overrideGlobalObjects: false,
      errorHandler: unreadable,
    }),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(writeRawRefusal(refusalOfParser(error.code)));
  });
  // the one method that never becomes a request
  server.on('connect', (_request, socket) => socket.end(writeRawRefusal(refuse('method'))));
  const bound = await bind(server, host, port);
  return {
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    destroy: () => server.closeAllConnections(),
  };
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `Port ${port} of ${host} cannot be had: ${cause.message}`;
      reject(new Fault('IO_FAILED', message, 'Choose another port, or another address.', { cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}
