import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';

// `npm test` asks for the counts, with the reasons of the skips.
const tally = process.env.WORKBENCH_TEST_TALLY;

/** What measures times, memory or pauses, needs two threads or drives a browser: each alone, after all the rest. */
const alone = [
  'adapter/score/any-threads.model.spec.ts',
  'test/journey/*.spec.ts',
  'test/server/many-clients.spec.ts',
  'test/samples/large-sets.spec.ts',
];

// Native code runs in forked processes. A spec that loads a model uses one thread, so two of them have two cores' worth
// of work; with more, threads that wait for each other make a small machine crawl.
export default defineConfig({
  test: {
    reporters: tally === undefined ? ['default'] : ['default', ['./scripts/tally-reporter.mjs', { outputFile: tally }]],
    sequence: { sequencer: LongestFirst },
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
          name: 'conformance',
          include: ['test/conformance/*.spec.ts'],
          sequence: { groupOrder: 1 },
          // servers of their own, one thread each
          maxConcurrency: 2,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'model',
          include: ['{adapter,workbench}/**/*.model.spec.ts', 'test/**/*.spec.ts'],
          exclude: ['test/conformance/*.spec.ts', ...alone],
          sequence: { groupOrder: 2 },
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'system',
          include: alone,
          sequence: { groupOrder: 3 },
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
