import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runMain } from './prepare.mjs';
import { providePythonTools } from './provide-python-tools.mjs';
import { imageNeeds, provideSystemPackages } from './provide-system-packages.mjs';
import { runProgram } from './run-program.mjs';
import { summariseTests } from './summarise-tests.mjs';

// Builds the container's image from its real Dockerfile, on a base made here, and runs it without a network. That takes
// root on a Debian for x64; elsewhere the Dockerfiles alone are looked at, and the rest is skipped with this reason.
await runMain(async () => {
  await prepare(['node']);
  const elsewhere = whyNot();
  const missing = [
    ...(elsewhere === null ? await provideSystemPackages(console.log, imageNeeds) : []),
    ...(await providePythonTools(root, console.log)),
  ];
  const reason = elsewhere ?? missing[0];
  const report = join(root, '.cache/image-tally.json');
  rmSync(report, { force: true });
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  const config = ['--config', join(root, 'test/image/vitest.image.config.ts')];
  const code = await runProgram(process.execPath, [...vitest, ...config, ...process.argv.slice(2)], {
    cwd: root,
    env: {
      ...process.env,
      WORKBENCH_TEST_TALLY: report,
      ...(reason === undefined ? {} : { WORKBENCH_NO_IMAGE: reason }),
    },
  });
  const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 1, skipped: [] };
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  const { CI } = process.env;
  const strict = CI !== undefined && CI !== '' && CI !== '0' && CI !== 'false';
  const { lines, failed } = summariseTests(tally, missing, strict);
  console.log(`\n${lines.join('\n')}`);
  return failed ? 1 : 0;
});

/** @returns {string | null} why no image can be built on this system; null when it can */
function whyNot() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the image is built on Linux for x64 alone';
  if (!existsSync('/etc/debian_version')) return 'the base of the image is made with the tools of a Debian';
  if (process.getuid?.() !== 0) return 'building an image takes root';
  return null;
}
