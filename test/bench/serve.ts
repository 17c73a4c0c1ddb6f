import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { longEvidence, manyOptions, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { median } from '../stand-ins/median.ts';
import { serveProcess } from '../stand-ins/serve-process.ts';

interface Figure {
  name: string;
  value: number;
  unit: string;
  limit?: number;
}

type Server = Awaited<ReturnType<typeof serveProcess>>;

const starterPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const tinyPath = join(process.cwd(), 'fixtures/models/tiny-llama.gguf');
const rounds = 40;
/** Limits in ms. */
const overheadLimit = 3;
const refusedLimit = 50;
const pingLimit = 200;
const clients = 16;
const clientSeconds = 60;
const memoryRequests = 2000;
/** The heap of a new process grows for some thousand requests, and shrinks again before it stays as it is. */
const memoryWarmUp = 5000;
/** Growth of the resident memory after the warm-up, as a share. */
const growthLimit = 0.05;
/** Eight questions on a long state in one request, against eight requests with another state between them. */
const sharedLimit = 0.35;

/**
 * What HTTP adds to a score, how a crowd is served, and whether memory stays. The callers are this process and the
 * server another, as it is.
 */
export async function run(): Promise<Figure[]> {
  const starter = await withServer(starterPath, async (server) => [
    await overhead(server),
    await eightQuestions(server),
    ...(await crowd(server)),
  ]);
  return [...starter, await withServer(tinyPath, memory)];
}

async function withServer<T>(model: string, work: (server: Server) => Promise<T>): Promise<T> {
  const server = await serveProcess(model);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

type Own = Parameters<typeof sampleDecision>[0];

function decisionOf(id: string, own: Own = {}) {
  return sampleDecision({ id, options: manyOptions(4), ...own });
}

/** A decision as a body carries it. */
function bodyOf(decision: ReturnType<typeof decisionOf>): object {
  return { ...decision, state: decision.state.kind === 'string' ? decision.state.value : null };
}

async function post({ url }: Server, path: string, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  const answer: { result?: { timing: { total_seconds: number } } } = await response.json();
  return { status: response.status, scoringMs: (answer.result?.timing.total_seconds ?? Number.NaN) * 1000 };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** From request to answer, less the time that the answer says the score took. */
async function overhead(server: Server): Promise<Figure> {
  const added: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // all but the last tokens are reused, so that the scores do not hide it
    const decision = bodyOf(decisionOf('overhead', { question: `Which one is it, ${round % 2}?` }));
    const began = performance.now();
    const { scoringMs } = await post(server, '/invocations', { decision });
    added.push(performance.now() - began - scoringMs);
  }
  return { name: 'HTTP adds to a score', value: median(added), unit: 'ms', limit: overheadLimit };
}

async function eightQuestions(server: Server): Promise<Figure> {
  const state = (round: string) => `Case ${round}. ${longEvidence(1150)}`;
  const question = (index: number) => ({
    type: 'choice',
    instructions: `Which is number ${index}?`,
    criteria: Object.fromEntries(manyOptions(4).map(({ id, description }) => [id, description])),
  });
  const ask = async (round: string, indices: number[]) => {
    const questions = Object.fromEntries(indices.map((index) => [`q${index}`, question(index)]));
    const { status } = await post(server, '/v1/systemone', { state: state(round), questions });
    if (status !== 200) throw new Error(`The questions were answered with ${status}`);
  };
  const all = [0, 1, 2, 3, 4, 5, 6, 7];
  const together = await time(() => ask('together', all));
  let apart = 0;
  // two of them stand for all eight
  const alone = [0, 1];
  for (const index of alone) {
    // another state in between, so that nothing of this one is left
    await ask(`other ${index}`, [0]);
    apart += await time(() => ask('apart', [index]));
  }
  const name = 'eight questions on one state: one request / eight with another between';
  return { name, value: together / ((apart * all.length) / alone.length), unit: 'ratio', limit: sharedLimit };
}

async function crowd(server: Server): Promise<Figure[]> {
  const end = performance.now() + clientSeconds * 1000;
  const refused: number[] = [];
  const pings: number[] = [];
  let scored = 0;
  const client = async (id: number) => {
    for (let round = 0; performance.now() < end; round += 1) {
      const decision = decisionOf(`${id}`, { state: `Case ${id} ${round}. ${longEvidence(60)}` });
      let status = 0;
      const spent = await time(async () => {
        ({ status } = await post(server, '/invocations', { decision: bodyOf(decision) }));
      });
      if (status === 200) scored += 1;
      else refused.push(spent);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const watcher = async () => {
    while (performance.now() < end) {
      pings.push(await time(async () => (await fetch(`${server.url}/ping`)).arrayBuffer()));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all([watcher(), ...Array.from({ length: clients }, (_, id) => client(id))]);
  const of = `${clients} clients, ${clientSeconds} s`;
  return [
    { name: `${of}: decisions scored a second`, value: scored / clientSeconds, unit: '1/s' },
    { name: `${of}: median refusal`, value: median(refused), unit: 'ms' },
    { name: `${of}: slowest refusal`, value: Math.max(...refused), unit: 'ms', limit: refusedLimit },
    { name: `${of}: slowest ping`, value: Math.max(...pings), unit: 'ms', limit: pingLimit },
  ];
}

async function memory(server: Server): Promise<Figure> {
  const sizes: number[] = [];
  for (let request = -memoryWarmUp; request < memoryRequests; request += 1) {
    const question = `Which, ${Math.abs(request) % 20}?`;
    await post(server, '/invocations', { decision: bodyOf(decisionOf('m', { question })) });
    if (request >= 0 && request % 50 === 49) {
      const figures = await (await fetch(`${server.url}/metrics`)).text();
      sizes.push(Number(/^decision_resident_memory_bytes (\d+)$/m.exec(figures)?.[1]));
    }
  }
  // garbage comes and goes: the smallest of a stretch is what stays
  const half = sizes.length / 2;
  const before = Math.min(...sizes.slice(half / 2, half));
  const after = Math.min(...sizes.slice(half + half / 2));
  const name = `growth of memory over ${memoryRequests} requests`;
  return { name, value: after / before - 1, unit: 'share', limit: growthLimit };
}
