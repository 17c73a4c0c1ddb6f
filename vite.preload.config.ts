import { join } from 'node:path';
import { defineConfig } from 'vite';

// A sandboxed preload is one CommonJS file that can require electron and nothing else.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'], target: 'node' },
  build: {
    ssr: true,
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: 'chrome140',
    minify: false,
    rolldownOptions: {
      input: { 'electron/preload': 'electron/preload.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
});
