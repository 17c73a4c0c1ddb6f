import { join } from 'node:path';
import { defineConfig } from 'vite';

/** What runs in Node: name of the file in dist/, and its source. Forked processes and threads need an entry of their own. */
const entries = {
  'cli/main': 'workbench/cli/main.ts',
  'electron/main': 'electron/main.ts',
  'node/fit-worker': 'workbench/configurations/fit-worker.ts',
  'node/try-model': 'workbench/engine/try-model-process.ts',
};

// Everything is bundled, so that the packaged app carries no node_modules but the engine's, whose native files must
// stay where they are.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external: ['electron', 'node-llama-cpp'], target: 'node' },
  build: {
    ssr: true,
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: 'node20.19',
    minify: false,
    sourcemap: true,
    // the notices of all that is bundled travel with the app
    license: { fileName: 'licenses-node.md' },
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
