import { join } from 'node:path';
import { prepare, root, runMain } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

/** Each also stands alone as `npm run <name>`. */
const checks = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.', '--noEmit'] },
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'layers', args: ['scripts/check-layers.mjs'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  // Once more without the specs: a file that only its spec uses is dead too.
  { name: 'unused:product', args: ['node_modules/knip/bin/knip.js', '--production', '--include', 'files'] },
];

await runMain(async () => {
  await prepare([]);
  /** @type {string[]} */
  const failed = [];
  // All of them run, so that one look shows everything that is wrong.
  for (const { name, args } of checks) {
    console.log(`\n${name}`);
    const [program = '', ...rest] = args;
    const code = await runProgram(process.execPath, [join(root, program), ...rest], { cwd: root });
    if (code !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? `\nAll ${checks.length} checks passed.` : `\nFailed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
});
