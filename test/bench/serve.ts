import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { defaultSettings } from '../../adapter/configuration/default-settings.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import type { ServedModel } from '../../adapter/server/served-model.ts';
import { createServerLog } from '../../adapter/server/server-log.ts';
import { defaultLimits } from '../../adapter/server/server-settings.ts';
import { type RunningServer, startServer } from '../../adapter/server/start-server.ts';
import { longEvidence, manyOptions, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { median } from '../stand-ins/median.ts';

interface Figure {
  name: string;
  value: number;
  unit: string;
  limit?: number;
}

const starterPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const tinyPath = join(process.cwd(), 'fixtures/models/tiny-llama.gguf');
const engineSettings = { gpuLayers: 0, threads: 1, contextTokens: 8192, mode: 'reproducible' } as const;
const rounds = 25;
/** Limits in ms. */
const overheadLimit = 3;
const refusedLimit = 50;
const pingLimit = 200;
const clients = 16;
const clientSeconds = 60;
const memoryRequests = 2000;
/** Growth of the resident memory after the warm-up, as a share. */
const growthLimit = 0.05;
/** Eight questions on a long state in one request, against eight requests with another state between them. */
const sharedLimit = 0.35;

/** What HTTP adds to a score, how a crowd is served, and whether memory stays. */
export async function run(): Promise<Figure[]> {
  const starter = await withServer(starterPath, async (server, served) => [
    await overhead(server, served),
    await eightQuestions(server),
    ...(await crowd(server)),
  ]);
  return [...starter, await withServer(tinyPath, memory)];
}

/** A server in this process, in front of a model that is read by letters. */
async function withServer<T>(
  modelPath: string,
  work: (server: RunningServer, served: ServedModel) => Promise<T>,
): Promise<T> {
  const scorer = await openScorer({ modelPath, settings: engineSettings });
  const settings = defaultSettings.letters;
  const served: ServedModel = {
    model: scorer.model,
    engine: scorer.engine,
    settings,
    settingsFrom: 'options',
    configuration: null,
    layersRequested: '0',
    score: (decisions, options) => scorer.score(decisions, settings, options),
    dispose: () => scorer.dispose(),
  };
  const server = await startServer({
    settings: { host: '127.0.0.1', port: 0, apiKey: null, logEvidence: false, limits: defaultLimits },
    log: createServerLog(() => undefined),
    load: async () => served,
    signal: new AbortController().signal,
  });
  try {
    return await work(server, served);
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

async function post({ port }: RunningServer, path: string, body: object): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', body: JSON.stringify(body), headers };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  await response.arrayBuffer();
  return response.status;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The same decision again and again, so that all but the last token is reused and the score itself is short. */
async function overhead(server: RunningServer, served: ServedModel): Promise<Figure> {
  const decision = decisionOf('overhead');
  const budget = { maxPromptTokens: 4096, maxRequestTokens: 8192 };
  const direct: number[] = [];
  const overHttp: number[] = [];
  await post(server, '/invocations', { decision: bodyOf(decision) });
  for (let round = 0; round < rounds; round += 1) {
    direct.push(await time(() => served.score([decision], budget)));
    overHttp.push(await time(() => post(server, '/invocations', { decision: bodyOf(decision) })));
  }
  return { name: 'HTTP adds to a score', value: median(overHttp) - median(direct), unit: 'ms', limit: overheadLimit };
}

async function eightQuestions(server: RunningServer): Promise<Figure> {
  const state = (round: string) => `Case ${round}. ${longEvidence(1150)}`;
  const question = (index: number) => ({
    type: 'choice',
    instructions: `Which is number ${index}?`,
    criteria: Object.fromEntries(manyOptions(4).map(({ id, description }) => [id, description])),
  });
  const ask = (round: string, indices: number[]) => {
    const questions = Object.fromEntries(indices.map((index) => [`q${index}`, question(index)]));
    return post(server, '/v1/systemone', { state: state(round), questions });
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

async function crowd(server: RunningServer): Promise<Figure[]> {
  const end = performance.now() + clientSeconds * 1000;
  const refused: number[] = [];
  const pings: number[] = [];
  let scored = 0;
  const client = async (id: number) => {
    for (let round = 0; performance.now() < end; round += 1) {
      const decision = decisionOf(`${id}`, { state: `Case ${id} ${round}. ${longEvidence(60)}` });
      let status = 0;
      const spent = await time(async () => {
        status = await post(server, '/invocations', { decision: bodyOf(decision) });
      });
      if (status === 200) scored += 1;
      else refused.push(spent);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const watcher = async () => {
    while (performance.now() < end) {
      pings.push(await time(async () => (await fetch(`http://127.0.0.1:${server.port}/ping`)).arrayBuffer()));
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

async function memory(server: RunningServer): Promise<Figure> {
  const sizes: number[] = [];
  for (let request = 0; request < memoryRequests; request += 1) {
    await post(server, '/invocations', { decision: bodyOf(decisionOf('m', { question: `Which, ${request % 20}?` })) });
    if (request % 50 === 49) sizes.push(process.memoryUsage.rss());
  }
  // garbage comes and goes: the smallest of a stretch is what stays
  const half = sizes.length / 2;
  const before = Math.min(...sizes.slice(half / 2, half));
  const after = Math.min(...sizes.slice(half + half / 2));
  const name = `growth of memory over ${memoryRequests} requests`;
  return { name, value: after / before - 1, unit: 'share', limit: growthLimit };
}
