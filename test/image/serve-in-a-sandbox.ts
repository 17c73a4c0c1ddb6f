import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const answerSchema = z.object({ status: z.number(), text: z.string() });
const infoSchema = z.object({ 'child-pid': z.number() });

/**
 * A process in a network of its own is reached from inside of it. Says `active` as soon as a request is being scored,
 * then the answer.
 */
const ask = `
const [origin, path, body] = process.argv.slice(1);
const request = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
let answered = false;
const answering = fetch(origin + path, request).finally(() => { answered = true; });
while (body !== undefined && !answered) {
  const figures = await (await fetch(origin + '/metrics')).text();
  if (!figures.includes('decision_requests_active 1')) continue;
  console.log('active');
  break;
}
const response = await answering;
console.log(JSON.stringify({ status: response.status, text: await response.text() }));
`;

export interface Sandbox {
  /** Lines of its log. */
  log(): Record<string, unknown>[];
  written(): string;
  /** @param onActive called while the request is scored, unless it is over before anybody sees it */
  post(path: string, body: object, onActive?: () => void): Promise<{ status: number; value: unknown }>;
  get(path: string): Promise<{ status: number; value: unknown }>;
  /** Runs a program of the image beside it. */
  run(command: readonly string[]): Promise<number | null>;
  /** A file below its `/proc/self`. */
  proc(file: string): string;
  stop(signal: NodeJS.Signals): void;
  /** Ends what still runs. */
  kill(): void;
  ended: Promise<number | null>;
}

export interface SandboxImage {
  /** Absolute path of the image's files. */
  rootFolder: string;
  entrypoint: readonly string[];
  workingFolder: string;
  env: Readonly<Record<string, string>>;
}

/**
 * Runs an image as its platform does (its entry point with the argument `serve`), as process 1, without a network,
 * without capabilities and with nothing that can be written.
 * @param modelFolder absolute path, seen as /opt/ml/model
 */
export async function serveInASandbox(
  image: SandboxImage,
  modelFolder: string,
  env: Readonly<Record<string, string>>,
): Promise<Sandbox> {
  const settings = Object.entries({ ...image.env, ...env }).flatMap(([name, value]) => ['--setenv', name, value]);
  const child = spawn(
    'bwrap',
    [
      ...['--ro-bind', image.rootFolder, '/', '--ro-bind', modelFolder, '/opt/ml/model', '--proc', '/proc'],
      ...['--dev', '/dev', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1'],
      ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv', ...settings, '--chdir', image.workingFolder],
      ...['--info-fd', '3', '--', ...image.entrypoint, 'serve'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  const written = collect(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const pid = await childPid(child);
  const inside = ['--target', String(pid), '--net'];
  return {
    log: () =>
      written.out
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line): Record<string, unknown> => JSON.parse(line)),
    written: () => `${written.out}${written.err}`,
    post: (path, body, onActive) => request(inside, [path, JSON.stringify(body)], onActive),
    get: (path) => request(inside, [path]),
    run: (command) =>
      new Promise((resolve) => {
        const beside = spawn('nsenter', [...inside, '--root', '--wd', ...command], { stdio: 'ignore', env: {} });
        beside.on('close', resolve);
      }),
    proc: (file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'),
    stop: (signal) => process.kill(pid, signal),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

/** @param inside how nsenter gets there */
async function request(inside: readonly string[], args: readonly string[], onActive?: () => void) {
  const node = [process.execPath, '--input-type=module', '-e', ask, 'http://127.0.0.1:8080', ...args];
  const client = spawn('nsenter', [...inside, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
  let last = '';
  for await (const line of createInterface({ input: client.stdout })) {
    if (line === 'active') onActive?.();
    last = line;
  }
  const { status, text } = answerSchema.parse(JSON.parse(last));
  return { status, value: text === '' ? null : JSON.parse(text) };
}

function collect(child: ChildProcess): { out: string; err: string } {
  const written = { out: '', err: '' };
  child.stdout?.on('data', (data) => {
    written.out += data;
  });
  child.stderr?.on('data', (data) => {
    written.err += data;
  });
  return written;
}

/** What bwrap says of the process that it started, by its number out here. */
async function childPid(child: ChildProcess): Promise<number> {
  const stream = child.stdio[3];
  if (stream === null || stream === undefined || !('read' in stream)) throw new Error('bwrap has no third pipe');
  let text = '';
  for await (const piece of stream) {
    text += piece;
    if (text.includes('}')) break;
  }
  return infoSchema.parse(JSON.parse(text))['child-pid'];
}
