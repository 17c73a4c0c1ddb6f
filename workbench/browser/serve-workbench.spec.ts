import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../cli/sign-in.ts';
import { composeWorkbench } from '../compose-workbench.ts';
import { createEngineOwner } from '../engine/engine-owner.ts';
import type { Workbench } from '../host.ts';
import { createModelLibrary } from '../models/model-library.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { machineOrigin } from '../uuid-v7.ts';
import { type BrowserServer, maxBodyBytes, serveWorkbench } from './serve-workbench.ts';

const secretText = 'this file is not part of the interface';
let folder: string;
let workbench: Workbench;
let server: BrowserServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dw-browser-'));
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), secretText);
  await writeFile(
    join(folder, 'renderer', 'index.html'),
    '<meta name="nonce" content="__CSP_NONCE__"><script src="/assets/a.js"></script>',
  );
  await writeFile(join(folder, 'renderer', 'assets', 'a.js'), 'run()');
  workbench = await composeWorkbench(
    {
      kind: 'browser',
      version: '0.0.0',
      workspaceFolder: join(folder, 'workspace'),
      modelsFolder: join(folder, 'models'),
      pickModelFiles: null,
      tryModel: async () => ({ outcome: 'fine' }),
    },
    {
      createEngineOwner,
      createModelLibrary,
      fs: diskFileSystem,
      origin: machineOrigin,
      log: { info: () => undefined, error: () => undefined },
    },
  );
  server = await serveWorkbench({ workbench, rendererFolder: join(folder, 'renderer'), port: 0 });
});

afterAll(async () => {
  await server.close();
  await workbench.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends bytes as they are, so that nothing tidies the request up on its way. */
function send(head: readonly string[], body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close while a body it refused is still being sent.
      if (received === '') reject(error);
    });
    socket.on('close', () => {
      const [first = '', rest = ''] = split(received, '\r\n\r\n');
      const [line = '', ...fields] = first.split('\r\n');
      const headers = new Map(
        fields.map((field) => {
          const [name, value] = split(field, ': ');
          return [name.toLowerCase(), value] as const;
        }),
      );
      resolve({ status: Number(line.split(' ')[1]), headers, body: rest });
    });
    socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  });
}

function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + at.length)];
}

const host = () => `Host: 127.0.0.1:${server.port}`;
const origin = () => `Origin: http://127.0.0.1:${server.port}`;

async function newCookie(): Promise<string> {
  const { headers } = await get(pathOf(server.newAddress()));
  return `Cookie: ${headers.get('set-cookie')?.split(';')[0]}`;
}

const pathOf = (address: string) => address.slice(new URL(address).origin.length);
const get = (path: string, ...more: string[]) => send([`GET ${path} HTTP/1.1`, host(), ...more]);

function call(procedure: string, body: string, ...more: string[]): Promise<Answer> {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return send([`POST /rpc/${procedure} HTTP/1.1`, 'Content-Type: application/json', length, ...more], body);
}

describe('the way in', () => {
  it('exchanges a token for a strict cookie, once, and goes on to a clean address', async () => {
    const path = pathOf(server.newAddress());
    const first = await get(path);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe('/');
    expect(first.headers.get('set-cookie')).toMatch(
      /^decision-workbench-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const second = await get(path);
    expect(second.status).toBe(401);
    expect(second.headers.has('set-cookie')).toBe(false);
    expect(second.body).toContain('was used before');
  });

  it('lets a browser that is in follow its used address again', async () => {
    const address = server.newAddress();
    const entry = await get(pathOf(address));
    const cookie = `Cookie: ${entry.headers.get('set-cookie')?.split(';')[0]}`;
    expect((await get(pathOf(address), cookie)).status).toBe(303);
    expect((await get('/', cookie)).status).toBe(200);
  });

  it.each(['/', '/index.html', '/assets/a.js', '/?token=', '/?token=guess'])(
    'refuses %s without a session',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(401);
      expect(answer.body).not.toContain('run()');
    },
  );

  it('refuses a session that it never gave, and the cookie of another port', async () => {
    const cookie = await newCookie();
    expect((await get('/', `Cookie: decision-workbench-${server.port}=guess`)).status).toBe(401);
    expect((await get('/', cookie.replace(String(server.port), '1'))).status).toBe(401);
  });

  it('sends a browser that came from another site round once, so that its cookie comes too', async () => {
    const foreign = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
    const answer = await get('/', ...foreign);
    expect(answer.body).toContain('url=/');
    expect(answer.body).not.toContain('__CSP_NONCE__');
  });
});

describe('the page', () => {
  it('has a policy with a nonce of its own in each answer', async () => {
    const cookie = await newCookie();
    const answers = [await get('/', cookie), await get('/', cookie)];
    const nonces = answers.map(({ headers, body }) => {
      const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
      expect(body).toContain(`content="${nonce}"`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    const policy = answers[0]?.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('sends its files with their kinds, and every answer with the guards', async () => {
    const cookie = await newCookie();
    const file = await get('/assets/a.js', cookie);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const answer of [file, await get('/none', cookie), await get('/')]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.has('content-security-policy')).toBe(true);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/assets/a.js%00',
    '//secret.txt',
    '/assets',
    '/assets/',
    '/%',
    '/%ff',
  ])('finds nothing at %s', async (path) => {
    const answer = await get(path, await newCookie());
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain(secretText);
    expect(answer.body).not.toContain('run()');
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('answers no %s', async (method) => {
    const answer = await send([`${method} / HTTP/1.1`, host(), origin(), 'Content-Length: 0', await newCookie()]);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
  });
});

describe('who may ask', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', '127.0.0.1.evil.example', '[::1]'])(
    'refuses the host %s',
    async (name) => {
      const cookie = await newCookie();
      for (const path of ['/', pathOf(server.newAddress())]) {
        expect((await send([`GET ${path} HTTP/1.1`, `Host: ${name}`, cookie])).status).toBe(403);
      }
      expect((await call('app/info', '{}', `Host: ${name}`, `Origin: http://${name}`, cookie)).status).toBe(403);
    },
  );

  it('refuses a target that names a host, and no host at all', async () => {
    const cookie = await newCookie();
    const absolute = await send([`GET http://evil.example/ HTTP/1.1`, host(), cookie]);
    expect(absolute.status).toBeGreaterThanOrEqual(400);
    expect((await send(['GET / HTTP/1.1', cookie])).status).toBe(400);
  });

  it('answers to localhost by its name', async () => {
    expect((await send(['GET / HTTP/1.1', `Host: localhost:${server.port}`])).status).toBe(401);
  });

  it('answers a call from its own page', async () => {
    const answer = await call('app/info', '{}', host(), origin(), await newCookie());
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('"host":"browser"');
  });

  it.each([
    ['another site', ['Origin: http://evil.example']],
    ['another port', ['Origin: http://127.0.0.1:1']],
    ['no origin', []],
    ['the origin null', ['Origin: null']],
    ['another scheme', ['Origin: https://127.0.0.1:PORT']],
    ['a site that the browser calls foreign', ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: same-site']],
  ])('refuses a call from %s', async (_, headers) => {
    const sent = headers.map((header) => header.replace('PORT', String(server.port)));
    const answer = await call('app/info', '{}', host(), ...sent, await newCookie());
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('workspace');
  });

  it('refuses a call without a session', async () => {
    const answer = await call('app/info', '{}', host(), origin());
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('"code":"FAULT"');
  });

  it('refuses calls by GET, so that a link cannot make one', async () => {
    const answer = await get('/rpc/app/info', origin(), await newCookie());
    expect(answer.status).toBe(405);
  });
});

describe('bodies', () => {
  it('refuses one that is too large, in JSON, by its stated length', async () => {
    const more = [host(), origin(), await newCookie()];
    const length = `Content-Length: ${maxBodyBytes + 1}`;
    const answer = await send(['POST /rpc/decisions/import HTTP/1.1', length, ...more], 'x');
    expect(answer.status).toBe(413);
    expect(answer.body).toContain(`${maxBodyBytes} bytes`);
  });

  it('refuses one that is too large, in JSON, when it comes in pieces', async () => {
    const more = [host(), origin(), await newCookie(), 'Transfer-Encoding: chunked'];
    const piece = `${(1024 * 1024).toString(16)}\r\n${'x'.repeat(1024 * 1024)}\r\n`;
    const answer = await send(['POST /rpc/decisions/import HTTP/1.1', ...more], `${piece.repeat(9)}0\r\n\r\n`);
    expect(answer.status).toBe(413);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it('takes in a file of samples that is larger than other calls may be', async () => {
    const client = await signIn(server.newAddress(), AbortSignal.timeout(60_000));
    const row = `${'A case of many words. '.repeat(500)},billing\n`;
    const rows = Math.ceil((maxBodyBytes + 1) / row.length);
    const file = new File([`text,label\n${row.repeat(rows)}`], 'large.csv');
    expect(file.size).toBeGreaterThan(maxBodyBytes);
    const { session, report } = await client.samples.import.open({ file, target: { kind: 'new', question: 'Which?' } });
    expect(report).toMatchObject({ rows_read: rows, file: { name: 'large.csv', bytes: file.size } });
    await client.samples.import.close({ session });
  }, 60_000);

  it('answers a broken body and an unknown procedure, and goes on', async () => {
    const more = [host(), origin(), await newCookie()];
    expect((await call('decisions/import', '{"json":', ...more)).status).toBe(400);
    expect((await call('no/such', '{}', ...more)).status).toBe(404);
    expect((await call('app/info', '{}', ...more)).status).toBe(200);
  });
});

describe('the contract over HTTP', () => {
  it('carries calls, typed errors and the event stream, which ends when the caller leaves', async () => {
    const client = await signIn(server.newAddress(), AbortSignal.timeout(10_000));
    expect((await client.decisions.list()).map(({ name }) => name)).toEqual(['Support ticket']);
    await expect(client.decisions.get({ id: '019af000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
      code: 'FAULT',
      data: { code: 'NOT_FOUND' },
    });
    const leave = new AbortController();
    const events = await client.app.events(undefined, { signal: leave.signal });
    expect((await events.next()).value).toMatchObject({ type: 'hello', engine: { status: 'empty' } });
    const nextEvent = events.next();
    await client.settings.change({ contrast: 'high' });
    expect((await nextEvent).value).toMatchObject({ type: 'settings', settings: { contrast: 'high' } });
    leave.abort();
    await expect(events.next()).rejects.toThrow();
  });
});
