import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { Fault } from '../../adapter/fault.ts';
import { exitCodes } from './exit-codes.ts';
import { readBounded } from './read-bounded.ts';
import { readerGone, type Terminal } from './terminal.ts';

/** The process's own terminal. A second Ctrl-C ends the process at once. */
export function processTerminal(builtFolder: string): Terminal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(exitCodes.cancelled);
      stop.abort();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      stop.abort(readerGone);
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    async readInput() {
      const end = () =>
        process.stdin.destroy(new Fault('CANCELLED', 'Reading the input was cancelled.', 'Start again.'));
      stop.signal.addEventListener('abort', end, { once: true });
      try {
        return await readBounded(process.stdin);
      } finally {
        stop.signal.removeEventListener('abort', end);
      }
    },
    onLine(listener) {
      const lines = createInterface({ input: process.stdin });
      lines.on('line', listener);
      return () => lines.close();
    },
    errIsTerminal: process.stderr.isTTY === true,
    env: process.env,
    platform: process.platform,
    homeFolder: homedir(),
    folder: process.cwd(),
    builtFolder,
    signal: stop.signal,
  };
}
