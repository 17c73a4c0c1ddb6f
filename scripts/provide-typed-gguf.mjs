import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inVenv, provideVenv } from './provide-venv.mjs';
import { runProgram } from './run-program.mjs';

/** Apart from what the tests use. */
const VENV = 'bench-venv';

/**
 * Installs typed-gguf, the peer of a benchmark, into a virtual environment of its own, held against its hash.
 * @param {string} root the repository's folder
 * @returns {Promise<{ program: string } | { reason: string }>} where it lies, or why it is not there
 */
export async function provideTypedGguf(root) {
  const program = inVenv(root, 'typed-gguf', VENV);
  if (existsSync(program)) return { program };
  const python = await provideVenv(root, VENV);
  if (python === null) return { reason: 'typed-gguf is not compared: python3 with its venv module is missing' };
  const list = join(root, 'scripts/bench-tools.txt');
  const install = ['install', '-qq', '--no-deps', '--only-binary=:all:', '--require-hashes', '-r', list];
  if ((await runProgram(python, ['-m', 'pip', ...install])) !== 0)
    return { reason: 'typed-gguf is not compared: pip could not install it (Python 3.11 or later is needed)' };
  return { program };
}
