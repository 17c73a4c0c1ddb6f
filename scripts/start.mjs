import { join } from 'node:path';
import { findElectron, hasDisplay } from './find-electron.mjs';
import { prepare, root, runMain } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

const args = process.argv.slice(2);
await runMain(async () => {
  await prepare(['node', 'renderer']);
  const electron = findElectron(root);
  if (electron !== null && hasDisplay(process.platform, process.env)) {
    // Chromium's sandbox refuses to start for root on Linux; the app's pages stay isolated from Node either way.
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    if (isRoot) console.error("Running as root: the window opens without Chromium's sandbox.");
    return runProgram(electron, [...(isRoot ? ['--no-sandbox'] : []), root, ...args], { cwd: root });
  }
  console.error(
    electron === null
      ? 'No Electron program here, so the app opens in your browser. For a window of its own, run once: npx install-electron'
      : 'There is no display here, so the app opens in a browser.',
  );
  return runProgram(process.execPath, [join(root, 'dist/cli/main.js'), 'app', ...args], { cwd: root });
});
