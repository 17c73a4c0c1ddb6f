import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runMain } from './prepare.mjs';
import { runProgram } from './run-program.mjs';
import { summariseTests } from './summarise-tests.mjs';

// Packages the desktop app offline, with a folder that stands in for Electron, and looks at what came out.
await runMain(async () => {
  await prepare(['node', 'renderer']);
  const report = join(root, '.cache/package-tally.json');
  rmSync(report, { force: true });
  const code = await runProgram(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      join(root, 'test/desktop/vitest.package.config.ts'),
      ...process.argv.slice(2),
    ],
    { cwd: root, env: { ...process.env, WORKBENCH_TEST_TALLY: report } },
  );
  const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 1, skipped: [] };
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  const { lines, failed } = summariseTests(tally, [], false);
  console.log(`\n${lines.join('\n')}`);
  return failed ? 1 : 0;
});
