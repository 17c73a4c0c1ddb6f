import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { modelFolder } from '../stand-ins/model-folder.ts';
import {
  containerProgram,
  programsAreBuilt,
  type RunningServer,
  runProgram,
  untilReady,
} from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

/** Stands in every body; must never stand in the log. */
const SECRET = 'Kestrel7Lantern';
const decision = `{"decision":{"id":"a","state":"${SECRET}","question":"q","options":[{"id":"x","description":"one"},{"id":"y","description":"two"}]}}`;
const openHead = (...lines: string[]) => ['POST /invocations HTTP/1.1', 'Host: x', ...lines, '', ''].join('\r\n');
const head = (...lines: string[]) => openHead('Connection: close', ...lines);
const json = 'Content-Type: application/json';
const sized = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;

describe.skipIf(!programsAreBuilt())('over raw sockets (skipped when dist/ is missing)', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const folder = modelFolder(tinyPaths.llama, { folder: temporaryFolder(afterAll) });
    const env = { DECISION_MODEL_DIR: folder, DECISION_PORT: '0', DECISION_THREADS: '1' };
    server = await untilReady(runProgram(containerProgram, [], env), 'out');
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.written.err).toBe('');
    expect(server.written.out).not.toContain(SECRET);
  });

  /**
   * Everything that comes back until the server closes; the parts are sent one after the other.
   * @param half closes our side after them, which the server takes for gone
   */
  function send(parts: (string | Buffer)[], { half = false, waitMs = 0 } = {}): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1');
      let received = '';
      socket.on('data', (data) => {
        received += data.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
      socket.on('connect', async () => {
        for (const part of parts) {
          socket.write(part);
          await new Promise((next) => setTimeout(next, waitMs));
        }
        if (half) socket.end();
      });
      socket.setTimeout(45_000, () => socket.destroy());
    });
  }

  const statuses = (received: string) =>
    [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

  it.each<[string, string[], number[]]>([
    ['a sound request', [head(json, sized(decision)), decision], [200]],
    [
      'a body in chunks',
      [head(json, 'Transfer-Encoding: chunked'), `${decision.length.toString(16)}\r\n${decision}\r\n0\r\n\r\n`],
      [200],
    ],
    [
      'two requests in one line',
      [openHead(json, sized(decision)), decision, head(json, sized('{}')), '{}'],
      [200, 400],
    ],
    ['asked whether to go on', [head(json, sized(decision), 'Expect: 100-continue'), decision], [100, 200]],
    ['a chunk that is none', [head(json, 'Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'], [400]],
    ['two lengths', [head(json, 'Content-Length: 2', 'Content-Length: 3'), '{}'], [400]],
    ['length and chunks', [head(json, 'Content-Length: 2', 'Transfer-Encoding: chunked'), '0\r\n\r\n'], [400]],
    ['a length below zero', [head(json, 'Content-Length: -1'), '{}'], [400]],
    ['a length that is a lie', [head(json, 'Content-Length: 999999999')], [413]],
    ['headers without an end', [`POST / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}`], [431]],
    ['no host', ['POST /invocations HTTP/1.1\r\nContent-Length: 0\r\n\r\n'], [400]],
    ['a host that is none', ['GET /ping HTTP/1.1\r\nHost: a b/../\r\n\r\n'], [400]],
    ['no HTTP', ['\u0016\u0003\u0001\u0002\u0000'], [400]],
    ['a method nobody knows', ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n'], [400]],
    ['a proxy’s method', ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'], [405]],
    ['a trace', ['TRACE /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], [405]],
    [
      'an upgrade',
      ['GET /ping HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n'],
      [200],
    ],
    ['a path upwards', ['GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], [404]],
    [
      'an address of another host',
      ['GET http://evil.example/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
      [200],
    ],
  ])('%s', async (_, parts, expected) => {
    expect(statuses(await send(parts))).toEqual(expected);
  });

  it('answers while slow callers dawdle, and drops them', { timeout: 60_000 }, async () => {
    const slow = Array.from({ length: 20 }, () => send([head(json, sized(decision)), decision.slice(0, 20)]));
    const slowHeads = Array.from({ length: 20 }, () => send(['POST /invocations HTTP/1.1\r\nHost: x\r\n']));
    const began = performance.now();
    expect(statuses(await send([head(json, sized(decision)), decision]))).toEqual([200]);
    expect(performance.now() - began).toBeLessThan(5000);
    for (const received of await Promise.all(slowHeads)) expect(statuses(received)).toEqual([408]);
    for (const received of await Promise.all(slow)) expect([[], [408], [400]]).toContainEqual(statuses(received));
  });

  it('never fails, whatever bytes come in whatever pieces', { timeout: 120_000 }, async () => {
    const line = fc.constantFrom(
      json,
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      'Content-Encoding: gzip',
      `X: ${SECRET}`,
      ': x',
      'a',
      'Connection: close',
    );
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => Buffer.from(`${SECRET}${text}`)),
      fc
        .constantFrom(decision, decision.slice(0, 50), '0\r\n\r\n', '5\r\nabcde\r\n', '\r\n\r\n', '{"questions":')
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 4 }),
        fc.array(piece, { maxLength: 4 }),
        fc.integer({ min: 0, max: 3 }),
        async (lines, pieces, waitMs) => {
          const received = await send([head(...lines), ...pieces], { half: true, waitMs });
          for (const status of statuses(received)) {
            // a piece that happens to be a whole request may meet another that is scored
            expect(status === 503 || status < 500).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect((await fetch(`${server.url}/ping`)).status).toBe(200);
  });
});
