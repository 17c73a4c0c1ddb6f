import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ioFault } from '../store/io-fault.ts';
import type { Terminal } from './terminal.ts';

/**
 * Writes a result to the named file, or to standard output without a name or for `-`.
 * @throws Fault IO_FAILED
 */
export async function writeOutput(terminal: Terminal, file: string | undefined, text: string): Promise<void> {
  if (file === undefined || file === '-') return terminal.out(text);
  await writeOutputFile(terminal, file, text);
}

/** @throws Fault IO_FAILED */
export async function writeOutputFile(terminal: Terminal, file: string, content: string | Uint8Array): Promise<void> {
  const path = resolve(terminal.folder, file);
  try {
    await writeFile(path, content);
  } catch (error) {
    throw ioFault('Writing the file', path, error);
  }
}
