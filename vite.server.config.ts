import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { bundledPackages } from './scripts/bundled-packages.mjs';
import { lockForImage } from './scripts/lock-for-image.mjs';

const root = import.meta.dirname;
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/**
 * Puts beside the server what its image is built from, so that dist/server is a whole build context, in a clone and in
 * the packaged app alike.
 */
function imageSource(): Plugin {
  return {
    name: 'image-source',
    generateBundle(_, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const emitJson = (fileName: string, value: unknown) => emit(fileName, `${JSON.stringify(value, null, 2)}\n`);
      const lock = JSON.parse(read('package-lock.json'));
      const image = lockForImage(JSON.parse(read('package.json')), lock);
      emitJson('package.json', image.manifest);
      // the same list by another name: packaging tools leave out files that are called package-lock.json
      emitJson('npm-shrinkwrap.json', image.lock);
      const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      emitJson('bundled.cdx.json', bundledPackages(ids, lock.packages));
      emit('LICENSE', read('LICENSE'));
      for (const name of readdirSync(join(root, 'images')).sort()) emit(name, read(`images/${name}`));
    },
  };
}

// The server alone, in as few files as it takes: nothing of the workbench belongs into its image. What packs a model in
// CodeBuild lies beside it, and its ending keeps it out of the image.
export default defineConfig({
  root,
  publicDir: false,
  plugins: [imageSource()],
  ssr: { noExternal: true, external: ['node-llama-cpp'], target: 'node' },
  build: {
    ssr: true,
    outDir: join(root, 'dist/server'),
    emptyOutDir: false,
    target: 'node20.19',
    minify: false,
    sourcemap: true,
    // the notices of all that is bundled travel with the image
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { main: 'adapter/server/main.ts', 'package-model': 'workbench/packaging/package-model-process.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'main' ? '[name].js' : '[name].mjs'),
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
