import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { readBounded } from './read-bounded.ts';
import type { Terminal } from './terminal.ts';

/**
 * The bytes of a file, or of standard input for `-`.
 * @param what as in `a decision file`, for the message
 * @throws Fault INVALID_REQUEST
 */
export async function readInputFile(terminal: Terminal, file: string, what: string): Promise<Uint8Array> {
  if (file === '-') return terminal.readInput();
  const path = resolve(terminal.folder, file);
  try {
    return await readBounded(createReadStream(path));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault(
      'INVALID_REQUEST',
      `${basename(path)} cannot be read. ${why}`,
      `Name ${what}, or - for standard input.`,
      { fields: [{ path: 'FILE', message: 'It cannot be read.', limit: 'a file that this account may read' }] },
    );
  }
}
