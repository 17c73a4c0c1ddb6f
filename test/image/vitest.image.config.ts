import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The image test is a command of its own: its first run makes a base, and it needs root on a Debian.
const tally = process.env.WORKBENCH_TEST_TALLY;

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/image/*.image.ts'],
    reporters: tally === undefined ? ['default'] : ['default', ['./scripts/tally-reporter.mjs', { outputFile: tally }]],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 180_000,
    // the base is made in a hook, and a slow mirror makes minutes of it
    hookTimeout: 900_000,
  },
});
