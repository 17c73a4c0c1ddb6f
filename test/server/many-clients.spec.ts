import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { longEvidence } from '../../fixtures/models/sample-decisions.ts';
import { modelFolder } from '../stand-ins/model-folder.ts';
import {
  containerProgram,
  programsAreBuilt,
  type RunningServer,
  runProgram,
  untilReady,
} from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

// Times are ten times the limits that a quiet machine keeps (the benchmark measures those): this one may be busy.
const CLIENTS = 16;
const SECONDS = 10;
const REFUSED_WITHIN_MS = 10 * 50;
const PING_WITHIN_MS = 10 * 200;
const MEMORY_REQUESTS = 2000;
/** Of the resident memory, over the requests after the warm-up. */
const GROWTH = 0.05;

const bodyOf = (id: string, words = 60) => {
  const options = ['alpha', 'beta', 'gamma'].map((name) => ({ id: `${name}-${id}`, description: `${name} of ${id}` }));
  return { decision: { id, state: `Case ${id}. ${longEvidence(words)}`, question: `Which fits ${id}?`, options } };
};

describe.skipIf(!programsAreBuilt())('a server with a tiny model (skipped when dist/ is missing)', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const folder = modelFolder(tinyPaths.llama, { folder: temporaryFolder(afterAll) });
    const env = { DECISION_MODEL_DIR: folder, DECISION_PORT: '0', DECISION_THREADS: '1' };
    server = await untilReady(runProgram(containerProgram, [], env), 'out');
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  async function post(body: object) {
    const began = performance.now();
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${server.url}/invocations`, { method: 'POST', body: JSON.stringify(body), headers });
    const value = await response.json();
    return { status: response.status, value, ms: performance.now() - began };
  }

  it(`serves ${CLIENTS} clients at once for ${SECONDS} s: one is scored, others hear so at once, none gets another’s`, async () => {
    // what each decision gives when nobody else is there
    const alone = new Map<string, number[]>();
    for (let client = 0; client < CLIENTS; client += 1) {
      const { value } = await post(bodyOf(`c${client}`));
      alone.set(`c${client}`, value.result.probabilities);
    }
    expect(new Set([...alone.values()].map(String)).size).toBe(CLIENTS);

    const end = performance.now() + SECONDS * 1000;
    const statuses = new Map<number, number>();
    const refusedAfter: number[] = [];
    const client = async (id: string) => {
      while (performance.now() < end) {
        const { status, value, ms } = await post(bodyOf(id));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 503) {
          refusedAfter.push(ms);
          expect(value).toMatchObject({ retryable: true });
          await new Promise((resolve) => setTimeout(resolve, 5));
          continue;
        }
        expect(value.result.id).toBe(id);
        expect(value.result.option_ids).toEqual([`alpha-${id}`, `beta-${id}`, `gamma-${id}`]);
        expect(value.result.probabilities).toEqual(alone.get(id));
      }
    };
    const pings: number[] = [];
    const watcher = async () => {
      while (performance.now() < end) {
        const began = performance.now();
        expect((await fetch(`${server.url}/ping`)).status).toBe(200);
        pings.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await Promise.all([watcher(), ...[...alone.keys()].map(client)]);

    expect([...statuses.keys()].sort()).toEqual([200, 503]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(CLIENTS);
    expect(Math.max(...refusedAfter)).toBeLessThan(REFUSED_WITHIN_MS);
    expect(Math.max(...pings)).toBeLessThan(PING_WITHIN_MS);
    // never two at once: what was scored fits one after the other into the time
    const scored = server.log().filter(({ route, status }) => route === '/invocations' && status === 200);
    const spent = scored.reduce((sum, { seconds }) => sum + Number(seconds), 0);
    expect(spent).toBeLessThan(2 * SECONDS + CLIENTS);
  });

  it(`does not grow over ${MEMORY_REQUESTS} requests`, { timeout: 600_000 }, async () => {
    const sizes: number[] = [];
    for (let request = 0; request < MEMORY_REQUESTS; request += 1) {
      const { status } = await post(bodyOf(`m${request % 50}`, 20));
      expect(status).toBe(200);
      if (request % 100 === 99) {
        const figures = await (await fetch(`${server.url}/metrics`)).text();
        sizes.push(Number(/^decision_resident_memory_bytes (\d+)$/m.exec(figures)?.[1]));
      }
    }
    // the garbage of a moment comes and goes: the smallest of a stretch is what stays
    const half = sizes.length / 2;
    const before = Math.min(...sizes.slice(half / 2, half));
    const after = Math.min(...sizes.slice(half + half / 2));
    expect(after).toBeGreaterThan(10e6);
    expect(after / before - 1).toBeLessThan(GROWTH);
  });
});
