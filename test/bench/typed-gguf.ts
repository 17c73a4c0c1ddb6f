import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { longEvidence, manyOptions } from '../../fixtures/models/sample-decisions.ts';
import { provideTypedGguf } from '../../scripts/provide-typed-gguf.mjs';
import { cpuSeconds } from '../stand-ins/cpu-seconds.ts';
import { freePort } from '../stand-ins/free-port.ts';
import { serveProcess } from '../stand-ins/serve-process.ts';

const modelPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const libraries = join(process.cwd(), 'node_modules/@node-llama-cpp/linux-x64/bins/linux-x64');
/** CPU seconds scatter less than seconds. */
const rounds = { four: 6, many: 2 };
/** Ours against theirs, four options, CPU seconds. */
const peerLimit = 0.75;
/**
 * CPU seconds of a prompt token with 64 options against one of a prompt as long with four: more would be a cost of the
 * options themselves.
 */
const growthLimit = 1.1;

interface Server {
  /** Asks one question. @returns tokens of its prompt, 0 where the answer does not say */
  ask(state: string, options: number): Promise<number>;
  pids(): number[];
  stop(): Promise<void>;
}

/**
 * `typed-gguf serve` against `serve`: the same file and the very same engine libraries, one thread each, warm, in CPU
 * seconds of all their processes. Each request has another state, so neither reuses it.
 */
export async function run() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error('typed-gguf is not compared: CPU seconds are read on Linux alone');
    return [];
  }
  const installed = await provideTypedGguf(process.cwd());
  if ('reason' in installed) {
    console.error(installed.reason);
    return [];
  }
  const ours = await startOurs();
  const theirs = await startTheirs(installed.program);
  try {
    const mean = { ours: await startMeans(ours), theirs: await startMeans(theirs) };
    // in turn, so that a machine that grows busy favours neither
    for (let round = 0; round < rounds.four; round += 1) {
      for (const by of [mean.ours, mean.theirs]) await by.ask('four', `Case ${round}. ${longEvidence(60)}`, 4);
    }
    for (let round = 0; round < rounds.many; round += 1) {
      for (const by of [mean.ours, mean.theirs]) await by.ask('many', `Case ${round}. ${longEvidence(60)}`, 64);
      await mean.ours.ask('long', `Case ${round}. ${longEvidence(1000)}`, 4);
    }
    const [four, many, long] = [mean.ours.of('four'), mean.ours.of('many'), mean.ours.of('long')];
    const [theirFour, theirMany] = [mean.theirs.of('four'), mean.theirs.of('many')];
    const name = '4 options by letters';
    return [
      { name: `${name}: ours / typed-gguf, CPU`, value: four.cpu / theirFour.cpu, unit: 'ratio', limit: peerLimit },
      { name: `${name}: ours, CPU`, value: four.cpu, unit: 's' },
      { name: `${name}: typed-gguf, CPU`, value: theirFour.cpu, unit: 's' },
      {
        name: `CPU of a token, 64 options in ${many.tokens} tokens / 4 in ${long.tokens}: ours`,
        value: many.cpu / many.tokens / (long.cpu / long.tokens),
        unit: 'ratio',
        limit: growthLimit,
      },
      { name: 'from 4 to 64 options: CPU, ours', value: many.cpu / four.cpu, unit: 'ratio' },
      { name: 'from 4 to 64 options: CPU, typed-gguf', value: theirMany.cpu / theirFour.cpu, unit: 'ratio' },
      { name: '64 options: ours / typed-gguf, CPU', value: many.cpu / theirMany.cpu, unit: 'ratio' },
    ];
  } finally {
    await ours.stop();
    await theirs.stop();
  }
}

/** Means of CPU seconds and prompt tokens by kind of request, once the server is warm. */
async function startMeans(server: Server) {
  await server.ask('Something to get warm.', 4);
  const sums = new Map<string, { cpu: number; tokens: number; count: number }>();
  return {
    ask: async (kind: string, state: string, options: number): Promise<void> => {
      const before = cpuSeconds(server.pids());
      const tokens = await server.ask(state, options);
      const sum = sums.get(kind) ?? { cpu: 0, tokens: 0, count: 0 };
      sums.set(kind, {
        cpu: sum.cpu + cpuSeconds(server.pids()) - before,
        tokens: sum.tokens + tokens,
        count: sum.count + 1,
      });
    },
    of: (kind: string) => {
      const { cpu, tokens, count } = sums.get(kind) ?? { cpu: Number.NaN, tokens: Number.NaN, count: 1 };
      return { cpu: cpu / count, tokens: Math.round(tokens / count) };
    },
  };
}

function questionOf(options: number) {
  const criteria = Object.fromEntries(manyOptions(options).map(({ id, description }) => [id, description]));
  return { type: 'choice', instructions: 'Which queue should handle this request?', criteria };
}

async function startOurs(): Promise<Server> {
  const { url, pid, stop } = await serveProcess(modelPath);
  return {
    ask: async (state, options) => {
      const answer = await post(`${url}/v1/systemone`, { state, questions: { q: questionOf(options) } });
      return Number(answer.usage?.input_tokens);
    },
    pids: () => [pid],
    stop,
  };
}

/** Its server hands every request to a host of its own, whose process it names in its home. */
async function startTheirs(program: string): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), 'typed-gguf-'));
  const port = await freePort();
  const env = { ...process.env, TYPED_GGUF_HOME: home, TYPED_GGUF_OFFLINE: '1', TYPED_GGUF_RUNTIME_DIR: bundle(home) };
  const child = spawn(program, ['serve', '--port', String(port), '--format', 'native'], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await listening(child, `${url}/health`);
  const host = (): number => Number(JSON.parse(readFileSync(join(home, 'keep/host.json'), 'utf8')).pid);
  return {
    ask: async (state, options) => {
      const body = { model: modelPath, options: { threads: 1 }, state, questions: { q: questionOf(options) } };
      await post(`${url}/v1/decide`, body);
      return 0;
    },
    pids: () => [child.pid ?? 0, host()],
    stop: async () => {
      const ended = once(child, 'exit');
      process.kill(host(), 'SIGTERM');
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The engine's own libraries under the names that it looks for, so that both run the same code. */
function bundle(home: string): string {
  const folder = join(home, 'engine');
  mkdirSync(folder);
  for (const file of readdirSync(libraries).filter((name) => name.endsWith('.so'))) {
    symlinkSync(join(libraries, file), join(folder, file));
    const plain = file.replace(/\.v[\d.]+\.so$/, '.so');
    if (plain !== file) symlinkSync(join(libraries, file), join(folder, plain));
  }
  return folder;
}

async function post(url: string, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  const answer: { usage?: { input_tokens: number } } = await response.json();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function listening(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`typed-gguf ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await delay(100);
  }
  throw new Error('typed-gguf did not answer within 30 s');
}
