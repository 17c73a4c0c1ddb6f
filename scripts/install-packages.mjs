import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/**
 * Installs exactly what package-lock.json says. No package's own script runs: the engine would otherwise try to
 * compile itself, and nothing of ours needs one.
 * @param {string} root the repository's folder
 * @param {(line: string) => void} say
 */
export async function installPackages(root, say) {
  const folder = join(root, 'node_modules');
  // npm would follow the link and empty a folder that belongs to another checkout.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      `${folder} is a link, and its packages are not those of package-lock.json.\nRemove the link, or install where it points to, then run the same command again.`,
    );
  }
  say('Installing packages (npm ci); the first time takes some minutes.');
  // Some packaging tools want a newer Node than the app does, and npm warns of each: errors alone are for everybody.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const viaNode = npm !== undefined && /\.c?js$/.test(npm) && existsSync(npm);
  const code = await runProgram(viaNode ? process.execPath : 'npm', viaNode ? [npm, ...args] : args, {
    cwd: root,
    // npm is a batch file on Windows, which only a shell can start.
    shell: !viaNode && process.platform === 'win32',
    env: { ...process.env, NODE_LLAMA_CPP_POSTINSTALL: 'skip', NODE_ENV: 'development' },
    // What npm prints is progress: standard output belongs to the command that follows.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (code !== 0) {
    throw new Error(
      `npm ci ended with code ${code}, so the packages are not installed.\nIts own lines above say why; most often the network or the disk. Run the same command again to continue.`,
    );
  }
}
