import { join } from 'node:path';
import type { Terminal } from '../../workbench/cli/terminal.ts';

export interface FakeTerminal extends Terminal {
  /** What was written so far. */
  written: { out: string; err: string };
}

/** A terminal that nobody watches, in a folder of the test's own. */
export function fakeTerminal(folder: string, input: string | Uint8Array = ''): FakeTerminal {
  const written = { out: '', err: '' };
  return {
    written,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    readInput: async () => Buffer.from(input),
    onLine: () => () => undefined,
    errIsTerminal: false,
    env: {},
    platform: 'linux',
    homeFolder: folder,
    folder,
    builtFolder: join(folder, 'dist'),
    signal: new AbortController().signal,
  };
}
