import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Every command runs here; the place of this file is another one inside a bundled bench.
const root = process.cwd();
export const containerProgram = join(root, 'dist/server/main.js');
export const commandLineProgram = join(root, 'dist/cli/main.js');

/** Whether the built programs can be tried. Where `CI` is set, a missing one is an error. */
export function programsAreBuilt(): boolean {
  const missing = [containerProgram, commandLineProgram].find((program) => !existsSync(program));
  if (missing === undefined) return true;
  if (process.env.CI) throw new Error(`${missing} is missing: build first (npm run build).`);
  return false;
}

export interface RunningProgram {
  child: ChildProcess;
  /** What was written so far. */
  written: { out: string; err: string };
  /** Exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Runs a built program in a process of its own, with nothing of this one's environment that could change it. */
export function runProgram(program: string, args: string[], env: Record<string, string> = {}): RunningProgram {
  const { PATH = '', HOME = '' } = process.env;
  const models = { DECISION_WORKBENCH_MODELS: join(root, '.cache/models') };
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, HOME, ...models, ...env } });
  const written = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    written.out += data;
  });
  child.stderr.on('data', (data) => {
    written.err += data;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, written, ended };
}

export interface RunningServer extends RunningProgram {
  /** As in `http://127.0.0.1:8080`. */
  url: string;
  port: number;
  /** Lines of its log. */
  log(): Record<string, unknown>[];
}

/**
 * Waits until a server says that it is ready.
 * @param stream where its log goes
 */
export async function untilReady(program: RunningProgram, stream: 'out' | 'err'): Promise<RunningServer> {
  let gone = false;
  void program.ended.then(() => {
    gone = true;
  });
  const log = () =>
    program.written[stream]
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): Record<string, unknown> => JSON.parse(line));
  for (;;) {
    const ready = log().find(({ msg }) => msg === 'ready');
    if (ready !== undefined) {
      const port = Number(ready.port);
      return { ...program, port, url: `http://127.0.0.1:${port}`, log };
    }
    if (gone) throw new Error(`The server ended before it was ready: ${JSON.stringify(program.written)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
