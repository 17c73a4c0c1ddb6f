import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RPCHandler } from '@orpc/server/fetch';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { asFault, Fault } from '../../adapter/fault.ts';
import type { Workbench } from '../host.ts';
import { MAX_IMPORT_BYTES } from '../samples/reading/import-limits.ts';
import { type BuiltFile, findBuiltFile, listBuiltFiles } from './built-files.ts';
import {
  allowedHosts,
  checkHost,
  checkOrigin,
  isForeignNavigation,
  readSessionCookie,
  sessionCookieName,
} from './check-request.ts';
import { contentSecurityPolicy, fillNonce, securityHeaders } from './page-security.ts';
import { refusal, refuseInJson, refuseInWords } from './refuse.ts';
import { createSessions } from './sessions.ts';

/** Loopback alone: the workbench is one person's, on this machine or through that person's own tunnel. */
const hostname = '127.0.0.1';

/** Largest body of a call. A decision's own limits are below it; an import of a larger file is no decision. */
export const maxBodyBytes = 8 * 1024 * 1024;

/** The call that takes in a file of samples; its body is the file and some words. */
const fileCall = '/rpc/samples/import/open';
const maxFileBodyBytes = MAX_IMPORT_BYTES + 1024 * 1024;

/** A client that dawdles longer with its headers or its body is dropped; answers may take as long as they need. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;

/** A browser opens six connections a host; this leaves room for many windows and stops a flood. */
const maxConnections = 256;

type Env = { Bindings: HttpBindings };

export interface BrowserServer {
  port: number;
  /** A further address that signs one browser in, once. */
  newAddress(): string;
  /** Ends open streams too; resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Serves the workbench and its built interface on the loopback address: the browser host.
 * `port` 0 takes any free port.
 * @throws Fault NOT_FOUND when the interface was not built, IO_FAILED when the port cannot be had
 */
export async function serveWorkbench(options: {
  workbench: Pick<Workbench, 'router'>;
  rendererFolder: string;
  port: number;
}): Promise<BrowserServer> {
  const files = openBuiltFiles(options.rendererFolder);
  const sessions = createSessions();
  const rpc = new RPCHandler(options.workbench.router);
  const app = new Hono<Env>();
  let port = options.port;

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    if (!c.res.headers.has('Content-Security-Policy')) {
      c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
  });
  app.onError((error) => {
    const fault = asFault(error);
    return refuseInJson({ status: 500, fault: fault.toData() });
  });
  app.use(async (c, next) => {
    const refused = checkHost(c.env.incoming, allowedHosts(port));
    return refused === null ? next() : refuseInWords(refused);
  });

  app.use('/rpc/*', async (c, next) => {
    if (c.req.raw.method !== 'POST') return methodNotAllowed('POST');
    const refused = checkOrigin(c.env.incoming) ?? (signedIn(c) ? null : notSignedIn);
    return refused === null ? next() : refuseInJson(refused);
  });
  const limitBody = bodyLimit({ maxSize: maxBodyBytes, onError: () => refuseInJson(tooLarge(maxBodyBytes)) });
  const limitFile = bodyLimit({ maxSize: maxFileBodyBytes, onError: () => refuseInJson(tooLarge(maxFileBodyBytes)) });
  app.use('/rpc/*', (c, next) => (c.req.path === fileCall ? limitFile : limitBody)(c, next));
  app.all('/rpc/*', async (c) => {
    const answer = await rpc.handle(c.req.raw, { prefix: '/rpc', context: {} });
    return answer.matched ? answer.response : refuseInJson(notFound);
  });

  app.all('*', async (c) => {
    if (c.req.raw.method !== 'GET') return methodNotAllowed('GET');
    const token = c.req.path === '/' ? c.req.query('token') : undefined;
    if (token !== undefined) return signIn(c, token);
    if (!signedIn(c)) return isForeignNavigation(c.env.incoming) ? comeAgain() : refuseInWords(notSignedIn);
    const file = findBuiltFile(files, c.env.incoming.url ?? '/');
    return file === null ? refuseInWords(notFound) : sendFile(file);
  });

  function signedIn(c: Context<Env>): boolean {
    const secret = readSessionCookie(c.env.incoming, sessionCookieName(port));
    return secret !== null && sessions.knows(secret);
  }

  function signIn(c: Context<Env>, token: string): Response {
    const secret = sessions.exchange(token);
    if (secret === null && !signedIn(c)) return refuseInWords(usedToken);
    const headers = new Headers({ Location: '/', 'Cache-Control': 'no-store' });
    if (secret !== null) {
      headers.set('Set-Cookie', `${sessionCookieName(port)}=${secret}; Path=/; HttpOnly; SameSite=Strict`);
    }
    return new Response(null, { status: 303, headers });
  }

  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname,
    createServer,
    serverOptions: { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
  });
  if (!(server instanceof Server)) throw new TypeError('The browser host speaks HTTP/1.1 alone.');
  server.maxConnections = maxConnections;
  port = await listen(server, options.port);

  return {
    port,
    newAddress: () => `http://${hostname}:${port}/?token=${sessions.issueToken()}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const notSignedIn = refusal(
  401,
  'INVALID_REQUEST',
  'This browser has not been let in yet.',
  'Open the address that the terminal printed; press Enter there for a new one.',
);
const usedToken = refusal(
  401,
  'INVALID_REQUEST',
  'This address was used before: each one lets one browser in, once.',
  'Press Enter in the terminal for a new address.',
);
const notFound = refusal(404, 'NOT_FOUND', 'There is nothing at this address.', 'Open the start page.');
const tooLarge = (limit: number) =>
  refusal(413, 'INVALID_REQUEST', `The call’s body is larger than ${limit} bytes.`, 'Send less at once.', [
    { path: '', message: 'The body is too large.', limit: `${limit} bytes` },
  ]);

function methodNotAllowed(allowed: string): Response {
  const answer = refuseInJson(refusal(405, 'INVALID_REQUEST', `Only ${allowed} is answered here.`, `Use ${allowed}.`));
  answer.headers.set('Allow', allowed);
  return answer;
}

/** A page that comes back from our own origin, and then with the cookie that a foreign link leaves out. */
function comeAgain(): Response {
  return new Response('<!doctype html><meta http-equiv="refresh" content="0; url=/">', {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

async function sendFile(file: BuiltFile): Promise<Response> {
  if (!file.contentType.startsWith('text/html')) {
    const headers = { 'Content-Type': file.contentType, 'Cache-Control': 'no-cache' };
    return new Response(await readFile(file.path), { headers });
  }
  const nonce = randomBytes(16).toString('base64url');
  return new Response(fillNonce(await readFile(file.path, 'utf8'), nonce), {
    headers: {
      'Content-Type': file.contentType,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
    },
  });
}

function openBuiltFiles(folder: string): Map<string, BuiltFile> {
  const next = 'Build it with `npm run build`, then start again.';
  try {
    const files = listBuiltFiles(folder);
    if (files.has('/index.html')) return files;
  } catch (cause) {
    throw new Fault('NOT_FOUND', `The interface was not built: ${folder} cannot be read.`, next, { cause });
  }
  throw new Fault('NOT_FOUND', `The interface was not built: ${folder} has no index.html.`, next);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `Port ${port} of ${hostname} cannot be had: ${cause.message}`;
      reject(new Fault('IO_FAILED', message, 'Choose another port with --port, or 0 for any free one.', { cause }));
    });
    server.listen(port, hostname, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}
