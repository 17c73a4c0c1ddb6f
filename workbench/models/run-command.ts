import { spawn } from 'node:child_process';

/** Enough of a command's words to explain a failure. */
const maxOutputCharacters = 16_384;

/** A command that ignores a polite end is killed after this long. */
const killAfterMs = 2_000;

export interface CommandOutcome {
  /** Null when the command could not be started or was ended by a signal. */
  exitCode: number | null;
  /** What it said last, both streams. */
  output: string;
  /** Why it did not run to its end, in words; null when it did. */
  problem: string | null;
}

export interface CommandOptions {
  signal: AbortSignal;
  env?: Record<string, string>;
  timeoutMs: number;
}

/** Runs a program, by its name and arguments, without a shell. */
export type RunCommand = (command: string, args: readonly string[], options: CommandOptions) => Promise<CommandOutcome>;

/**
 * Resolves when the process has ended, whatever happened; an aborted signal ends the process and rejects with the
 * signal's reason once it is gone.
 */
export const runCommand: RunCommand = (command, args, options) =>
  new Promise((resolve, reject) => {
    if (options.signal.aborted) return reject(options.signal.reason);
    const child = spawn(command, args, {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    let problem: string | null = null;
    let killTimer: NodeJS.Timeout | undefined;
    const listen = (data: Buffer) => {
      output = (output + data.toString()).slice(-maxOutputCharacters);
    };
    const end = () => {
      child.kill();
      killTimer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    };
    const timer = setTimeout(() => {
      problem = `it took longer than ${Math.round(options.timeoutMs / 1000)} s`;
      end();
    }, options.timeoutMs);
    options.signal.addEventListener('abort', end, { once: true });
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', (error) => {
      problem ??= error.message;
      if (child.pid === undefined) finish(null, null);
    });
    child.on('close', finish);

    function finish(exitCode: number | null, killedBy: NodeJS.Signals | null) {
      clearTimeout(timer);
      clearTimeout(killTimer);
      options.signal.removeEventListener('abort', end);
      if (options.signal.aborted) return reject(options.signal.reason);
      if (killedBy !== null) problem ??= `it was ended by ${killedBy}`;
      resolve({ exitCode, output, problem });
    }
  });
