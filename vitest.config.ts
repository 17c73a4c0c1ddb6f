import { defineConfig } from 'vitest/config';

// Two halves: specs that need nothing but Node, and those that load a model (`*.model.spec.ts`) or a whole system
// (`test/`). Native code runs in forked processes, one at a time, and after the rest, so that timings and memory are its
// own.
// `npm test` asks for the counts, with the reasons of the skips.
const tally = process.env.WORKBENCH_TEST_TALLY;

export default defineConfig({
  test: {
    reporters: tally === undefined ? ['default'] : ['default', ['./scripts/tally-reporter.mjs', { outputFile: tally }]],
    projects: [
      {
        test: {
          name: 'quick',
          include: ['{adapter,workbench,electron,renderer,scripts,fixtures}/**/*.spec.{ts,tsx}'],
          exclude: ['**/*.model.spec.ts', '**/node_modules/**'],
          sequence: { groupOrder: 0 },
          // A limit for what hangs. On a busy machine the default of 5 s is one for what is slow.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'model',
          include: ['{adapter,workbench}/**/*.model.spec.ts'],
          sequence: { groupOrder: 1 },
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/**/*.spec.ts'],
          sequence: { groupOrder: 2 },
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
