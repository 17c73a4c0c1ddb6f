import { join } from 'node:path';
import { prepare, root, runMain } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

const args = process.argv.slice(2);
await runMain(async () => {
  // Only the app shows the interface; the other commands need not wait for its build.
  await prepare(args[0] === 'app' ? ['node', 'renderer'] : ['node']);
  // npm changes to the repository's folder and remembers where the person stood: their paths are meant from there.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const env = { DECISION_WORKBENCH_MODELS: join(root, '.cache/models'), ...process.env };
  return runProgram(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd, env });
});
