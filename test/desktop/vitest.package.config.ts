import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The package test is a command of its own: packaging takes its half minute, and nothing else depends on it.
const tally = process.env.WORKBENCH_TEST_TALLY;

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/desktop/*.package.ts'],
    reporters: tally === undefined ? ['default'] : ['default', ['./scripts/tally-reporter.mjs', { outputFile: tally }]],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
