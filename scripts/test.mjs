import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fetchTestModels, testModels } from './fetch-test-models.mjs';
import { prepare, root, runMain } from './prepare.mjs';
import { providePythonTools } from './provide-python-tools.mjs';
import { provideSystemPackages } from './provide-system-packages.mjs';
import { runProgram } from './run-program.mjs';
import { summariseTests } from './summarise-tests.mjs';

/** What Vitest left out, for a tally that it never wrote. @type {import('./tally-reporter.mjs').Tally} */
const BROKE_OFF = { passed: 0, failed: 1, skipped: [] };

await runMain(async () => {
  await prepare(['node', 'renderer']);
  const missing = [
    ...(await provideSystemPackages(console.log)),
    ...(await fetchTestModels(root, console.log)),
    ...(await providePythonTools(root, console.log)),
  ];

  const report = join(root, '.cache/test-tally.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, WORKBENCH_TEST_TALLY: report };
  // Without the starter only the specs that need no model can say anything; the reason stands in the summary.
  const hasStarter = existsSync(join(root, '.cache/models', testModels[0]?.file ?? ''));
  const args = [...(hasStarter ? [] : ['--project', 'quick']), ...process.argv.slice(2)];
  const code = await runProgram(process.execPath, [vitest, 'run', ...args], { cwd: root, env });

  const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : BROKE_OFF;
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  const { lines, failed } = summariseTests(tally, missing, isSet(process.env.CI));
  console.log(`\n${lines.join('\n')}`);
  return failed ? 1 : 0;
});

/** @param {string | undefined} value */
function isSet(value) {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
