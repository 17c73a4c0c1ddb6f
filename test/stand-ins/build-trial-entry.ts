import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * Builds the program that tries a model file, as the product's build does, from the sources as they are now. Inside the
 * repository, since it looks for the engine's package upwards from where it lies.
 */
export async function buildTrialEntry(): Promise<{ entry: string; remove(): void }> {
  const folder = mkdtempSync(join(root, '.cache', 'trial-'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['node-llama-cpp'], target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20.19',
      rolldownOptions: { input: { 'try-model': join(root, 'workbench/engine/try-model-process.ts') } },
    },
  });
  return { entry: join(folder, 'try-model.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
