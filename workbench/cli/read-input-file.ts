import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { readBounded } from './read-bounded.ts';
import { sayReadError } from './say-read-error.ts';
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
    throw new Fault(
      'INVALID_REQUEST',
      `${basename(path)} cannot be read. ${sayReadError(error)}`,
      `Name ${what}, or - for standard input.`,
      { fields: [{ path: 'FILE', message: `${path} cannot be read.` }], cause: error },
    );
  }
}

/** A text file as a command reads it. */
export interface InputText {
  /** As it was named; `-` is standard input. */
  file: string;
  text: string;
  /** Of the bytes, lower-case hexadecimal: names the input in reports. */
  sha256: string;
}

/**
 * A file as UTF-8 text, with or without a byte-order mark.
 * @throws Fault INVALID_REQUEST
 */
export async function readInputText(terminal: Terminal, file: string, what: string): Promise<InputText> {
  const bytes = await readInputFile(terminal, file, what);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { file, text, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    throw new Fault('INVALID_REQUEST', `${file} is no UTF-8 text.`, 'Save it as UTF-8, then try again.', {
      fields: [{ path: file, message: 'It is no UTF-8 text.' }],
      cause: error,
    });
  }
}
