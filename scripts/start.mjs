import { join } from 'node:path';
import { findElectron, hasDisplay } from './find-electron.mjs';
import { prepare, root, runMain } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

const args = process.argv.slice(2);
// What a clone downloads stays in the clone, so that removing the folder removes everything.
const env = { DECISION_WORKBENCH_MODELS: join(root, '.cache/models'), ...process.env };
const commandLine = join(root, 'dist/cli/main.js');

/** The exit code of a command that was ended with Ctrl-C: whoever does that wants no window either. */
const CANCELLED = 130;

await runMain(async () => {
  await prepare(['node', 'renderer']);
  // Without the starter the app still opens and says how to get a model; the command said why there is none.
  const fetched = await runProgram(process.execPath, [commandLine, 'models', 'fetch', 'starter'], {
    env,
    // its progress and its reasons, and not the path that it ends with
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (fetched === CANCELLED) return fetched;

  const wantsWindow = !args.includes('--check') && hasDisplay(process.platform, process.env);
  const electron = wantsWindow ? (findElectron(root) ?? (await installElectron())) : null;
  if (electron !== null) {
    // Chromium's sandbox refuses to start for root on Linux; the app's pages stay isolated from Node either way.
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    if (isRoot) console.error("Running as root: the window opens without Chromium's sandbox.");
    return runProgram(electron, [...(isRoot ? ['--no-sandbox'] : []), root, ...args], { cwd: root, env });
  }
  if (wantsWindow) console.error('There is no Electron program here, so the app opens in your browser.');
  return runProgram(process.execPath, [commandLine, 'app', ...args], { cwd: root, env });
});

/** Electron's package brings no program; its own installer fetches it, and fails at once without a network. */
async function installElectron() {
  console.error('Fetching Electron, once …');
  const installer = join(root, 'node_modules/electron/install.js');
  const code = await runProgram(process.execPath, [installer], { cwd: root, stdio: ['ignore', 'ignore', 'ignore'] });
  return code === 0 ? findElectron(root) : null;
}
