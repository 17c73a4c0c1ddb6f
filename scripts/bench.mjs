import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { writeFigures } from './bench-table.mjs';
import { fetchTestModels } from './fetch-test-models.mjs';
import { prepare, root, runMain } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

const only = process.argv.slice(2);
await runMain(async () => {
  await prepare(['node', 'renderer']);
  for (const sentence of await fetchTestModels(root, console.error)) console.error(sentence);

  const folder = join(root, 'test/bench');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && (only.length === 0 || only.some((word) => name.includes(word))))
    .sort();
  if (names.length === 0) throw new Error(`No benchmark in test/bench matches ${only.join(', ') || 'at all'}.`);

  const temporary = mkdtempSync(join(root, '.cache/bench-'));
  /** @type {import('./bench-table.mjs').Figure[]} */
  const figures = [];
  /** @type {string[]} */
  const broken = [];
  try {
    for (const name of names) {
      console.log(`${basename(name, '.ts')} …`);
      const report = join(temporary, `${name}.json`);
      // A process each: memory, caches and the engine of one do not weigh on the next.
      const args = [join(root, 'scripts/run-bench.mjs'), name, temporary, report];
      const code = await runProgram(process.execPath, args, { cwd: root });
      if (code === 0 && existsSync(report)) figures.push(...JSON.parse(readFileSync(report, 'utf8')));
      else broken.push(name);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }

  const { lines, missed } = writeFigures(figures);
  console.log(`\n${lines.join('\n')}`);
  const load = loadavg().map((value) => value.toFixed(2));
  console.log(`\nload average ${load.join(' ')} on ${availableParallelism()} cores: a busy machine shifts the figures`);
  for (const name of broken) console.log(`${name} broke off`);
  return missed > 0 || broken.length > 0 ? 1 : 0;
});
