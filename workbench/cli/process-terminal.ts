import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

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
      // The reader has had enough, as `head` does: stop working, and that is no failure.
      if (error.code !== 'EPIPE') throw error;
      stop.abort();
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    async readInput() {
      const pieces: Buffer[] = [];
      for await (const piece of process.stdin) pieces.push(piece);
      return Buffer.concat(pieces);
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
