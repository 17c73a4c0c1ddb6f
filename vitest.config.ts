import { defineConfig } from 'vitest/config';

// Two halves: specs that need nothing but Node, and those that load a model (`*.model.spec.ts`) or a whole system
// (`test/`). Native code runs in forked processes, one at a time, so that timings and memory are its own.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'quick',
          include: ['{adapter,workbench,electron,renderer,scripts}/**/*.spec.{ts,tsx}'],
          exclude: ['**/*.model.spec.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'model',
          include: ['{adapter,workbench}/**/*.model.spec.ts'],
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
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
