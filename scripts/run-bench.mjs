import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, loadConfigFromFile } from 'vite';

// Bundled the way the product is, so that the product's own code is what is measured.
const root = join(import.meta.dirname, '..');
const [name, folder, report] = process.argv.slice(2);
if (!name || !folder || !report) throw new Error('usage: run-bench.mjs NAME FOLDER REPORT');

const bundle = basename(name, '.ts');
const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.node.config.ts'));
if (loaded === null) throw new Error('vite.node.config.ts is missing');
const { build: options, ...config } = loaded.config;
await build({
  ...config,
  configFile: false,
  // What drives a browser has files of its own and cannot be bundled; no product's code is in it.
  ssr: { ...config.ssr, external: ['node-llama-cpp', 'playwright-core', '@axe-core/playwright'] },
  logLevel: 'warn',
  build: {
    ...options,
    outDir: join(folder, bundle),
    rolldownOptions: { ...options?.rolldownOptions, input: { [bundle]: join(root, 'test/bench', name) } },
  },
});
const { run } = await import(pathToFileURL(join(folder, bundle, `${bundle}.js`)).href);
writeFileSync(report, JSON.stringify(await run()));
