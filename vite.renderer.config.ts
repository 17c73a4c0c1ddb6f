import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The interface: one page and its assets, served by app:// in the window and by the loopback server in browser mode.
export default defineConfig({
  root: join(import.meta.dirname, 'renderer'),
  base: '/',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: false,
    target: 'chrome140',
    // A data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // the notices of all that is bundled travel with the app
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    // The one large chunk is the component library, read from the local disk.
    chunkSizeWarningLimit: 1500,
  },
});
