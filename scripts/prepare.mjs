import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, recordBuild } from './build-state.mjs';
import { installPackages } from './install-packages.mjs';
import { packagesInstalled } from './packages-installed.mjs';
import { requireNode } from './require-node.mjs';
import { runProgram } from './run-program.mjs';
import { withLock } from './with-lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Brings a clone to where its commands can run: packages as the lock file says, and what was asked for built from the
 * sources as they are. With nothing to do it costs some hundredths of a second. Runs on Node's built-ins alone.
 * Everything it says goes to standard error.
 * @param {import('./build-state.mjs').BuildTarget[]} targets
 */
export async function prepare(targets) {
  requireNode(root);
  const ready = () => packagesInstalled(root) && targets.every((target) => isBuilt(root, target));
  if (ready()) return;
  await withLock(
    join(root, '.cache/prepare.lock'),
    async () => {
      if (!packagesInstalled(root)) await installPackages(root, say);
      for (const target of targets) {
        if (isBuilt(root, target)) continue;
        say(`Building (${target}).`);
        await recordBuild(root, target, () => build(target));
      }
    },
    (owner) => say(`Process ${owner} is preparing this folder already; waiting for it.`),
  );
}

/**
 * The build runs in a process of its own: this one goes on keeping the lock alive, and knows no package.
 * @param {import('./build-state.mjs').BuildTarget} target
 */
async function build(target) {
  const code = await runProgram(process.execPath, [join(root, 'scripts/build-target.mjs'), target], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (code !== 0) throw new Error(`The build of ${target} failed with code ${code}; the lines above say where.`);
}

/** @param {string} line */
function say(line) {
  console.error(line);
}

/**
 * Runs a command's main part; a failure is a sentence and an exit code.
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
