import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/**
 * A virtual environment brings a pip of its own; Debian's python3 has none.
 * @param {string} root the repository's folder
 * @returns {Promise<string | null>} its Python
 */
export async function provideVenv(root) {
  const folder = join(root, '.cache/venv');
  const python = inVenv(root, 'python');
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
 * @param {string} name
 */
export function inVenv(root, name) {
  const windows = process.platform === 'win32';
  return join(root, '.cache/venv', windows ? `Scripts/${name}.exe` : `bin/${name}`);
}
