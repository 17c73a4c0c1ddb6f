import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fetchTestModels, testModels } from './fetch-test-models.mjs';
import { prepare, root, runMain } from './prepare.mjs';
import { providePythonTools } from './provide-python-tools.mjs';
import { provideSystemPackages } from './provide-system-packages.mjs';
import { runProgram } from './run-program.mjs';
import { summariseTests } from './summarise-tests.mjs';

/** What Vitest left out, for a tally that it never wrote. @type {import('./tally-reporter.mjs').TallyOfFiles} */
const BROKE_OFF = { passed: 0, failed: 1, skipped: [], failing: [] };

await runMain(async () => {
  await prepare(['node', 'renderer']);
  const missing = [
    ...(await provideSystemPackages(console.log)),
    ...(await fetchTestModels(root, console.log)),
    ...(await providePythonTools(root, console.log)),
  ];

  const report = join(root, '.cache/test-tally.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, WORKBENCH_TEST_TALLY: report };
  /** @param {string[]} args @returns {Promise<import('./tally-reporter.mjs').TallyOfFiles>} */
  const runVitest = async (args) => {
    rmSync(report, { force: true });
    const code = await runProgram(process.execPath, [vitest, 'run', ...args], { cwd: root, env });
    const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { ...BROKE_OFF };
    if (code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  };
  // Without the starter only the specs that need no model can say anything; the reason stands in the summary.
  const hasStarter = existsSync(join(root, '.cache/models', testModels[0]?.file ?? ''));
  const args = [...(hasStarter ? [] : ['--project', 'quick']), ...process.argv.slice(2)];
  const tally = await runVitest(args);
  // A journey drives a whole browser in real time, where a busy machine can come between two keys. One that fails is
  // gone through a second time from its beginning, and the summary says so; one that fails twice has failed.
  const journeys = tally.failing.filter(({ file }) => file.startsWith('test/journey/'));
  const again = journeys.length === 0 ? null : await runVitest(journeys.map(({ file }) => file));
  if (again !== null) {
    for (const { passed, failed } of journeys) {
      tally.passed -= passed;
      tally.failed -= failed;
    }
    tally.passed += again.passed;
    tally.failed += again.failed;
  }

  const { lines, failed } = summariseTests(tally, missing, isSet(process.env.CI));
  for (const { file, failed: first } of journeys)
    console.log(`Gone through twice, since ${first} failed at first: ${file}`);
  console.log(`\n${lines.join('\n')}`);
  return failed ? 1 : 0;
});

/** @param {string | undefined} value */
function isSet(value) {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
