import { existsSync } from 'node:fs';
import { runProgram } from './run-program.mjs';

/**
 * Installs exactly what package-lock.json says. No package's own script runs: the engine would otherwise try to
 * compile itself, and nothing of ours needs one.
 * @param {string} root the repository's folder
 * @param {(line: string) => void} say
 */
export async function installPackages(root, say) {
  say('Installing packages (npm ci); the first time takes some minutes.');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
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
