import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const configs = {
  node: ['vite.node.config.ts', 'vite.preload.config.ts', 'vite.server.config.ts'],
  renderer: ['vite.renderer.config.ts'],
};

const target = process.argv[2];
if (target !== 'node' && target !== 'renderer') throw new Error('usage: build-target.mjs node|renderer');

/** @type {Set<string>} */
const written = new Set();
for (const config of configs[target]) {
  await build({
    root: target === 'renderer' ? join(root, 'renderer') : root,
    configFile: join(root, config),
    logLevel: 'warn',
    plugins: [
      {
        name: 'note-written-files',
        writeBundle(options, bundle) {
          for (const name of Object.keys(bundle)) written.add(join(options.dir ?? '', name));
        },
      },
    ],
  });
}
// After the build and not before it: a running app may still read the files that stay the same. The renderer owns
// dist/renderer, the node half every other folder; the stamps beside them are no folders.
for (const entry of readdirSync(join(root, 'dist'), { withFileTypes: true })) {
  if (entry.isDirectory() && (entry.name === 'renderer') === (target === 'renderer')) {
    removeLeftOvers(join(root, 'dist', entry.name));
  }
}

/** @param {string} folder */
function removeLeftOvers(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.has(path)) rmSync(path);
  }
}
