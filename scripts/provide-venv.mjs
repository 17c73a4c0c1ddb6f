import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/**
 * A virtual environment brings a pip of its own; Debian's python3 has none.
 * @param {string} root the repository's folder
 * @param {string} [name] of its folder in `.cache`
 * @returns {Promise<string | null>} its Python
 */
export async function provideVenv(root, name = 'venv') {
  const folder = join(root, '.cache', name);
  const python = inVenv(root, 'python', name);
  const hasPip = async () =>
    existsSync(python) && (await runProgram(python, ['-m', 'pip', '--version'], { stdio: 'ignore' })) === 0;
  if (await hasPip()) return python;
  const system = process.platform === 'win32' ? 'python' : 'python3';
  try {
    await runProgram(system, ['-m', 'venv', '--clear', folder]);
  } catch {
    return null;
  }
  return (await hasPip()) ? python : null;
}

/**
 * Path of a program of the virtual environment, whether or not it is there.
 * @param {string} root
 * @param {string} program
 * @param {string} [name] of its folder in `.cache`
 */
export function inVenv(root, program, name = 'venv') {
  const windows = process.platform === 'win32';
  return join(root, '.cache', name, windows ? `Scripts/${program}.exe` : `bin/${program}`);
}
