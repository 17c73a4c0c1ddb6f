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
const rounds = 12;
/** Ours against theirs, four options, CPU seconds. */
const peerLimit = 0.75;
/** CPU seconds of a prompt token with 64 options against one with four: more would be a cost of options themselves. */
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
  const ours = await measure(await startOurs());
  const theirs = await measure(await startTheirs(installed.program));
  const four = '4 options by letters';
  return [
    { name: `${four}: ours / typed-gguf, CPU`, value: ours.four / theirs.four, unit: 'ratio', limit: peerLimit },
    { name: `${four}: ours, CPU`, value: ours.four, unit: 's' },
    { name: `${four}: typed-gguf, CPU`, value: theirs.four, unit: 's' },
    {
      name: 'from 4 to 64 options: CPU of a prompt token, ours',
      value: ours.many / ours.manyTokens / (ours.four / ours.fourTokens),
      unit: 'ratio',
      limit: growthLimit,
    },
    { name: 'from 4 to 64 options: CPU, ours', value: ours.many / ours.four, unit: 'ratio' },
    { name: 'from 4 to 64 options: CPU, typed-gguf', value: theirs.many / theirs.four, unit: 'ratio' },
    { name: '64 options: ours / typed-gguf, CPU', value: ours.many / theirs.many, unit: 'ratio' },
  ];
}

async function measure(server: Server) {
  try {
    const [four, fourTokens] = await average(server, 4);
    const [many, manyTokens] = await average(server, 64);
    return { four, fourTokens, many, manyTokens };
  } finally {
    await server.stop();
  }
}

/** CPU seconds and tokens of a request, warm. */
async function average(server: Server, options: number): Promise<[number, number]> {
  await server.ask('Something to get warm.', options);
  const before = cpuSeconds(server.pids());
  let tokens = 0;
  for (let round = 0; round < rounds; round += 1) {
    tokens += await server.ask(`Case ${round}. ${longEvidence(60)}`, options);
  }
  return [(cpuSeconds(server.pids()) - before) / rounds, tokens / rounds];
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
