import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * Builds a program that runs in a process or a thread of its own, as the product's build does, from the sources as they
 * are now. Inside the repository, since it looks for the engine's package upwards from where it lies.
 * @param source path of its source in the repository
 */
export async function buildNodeEntry(name: string, source: string): Promise<{ entry: string; remove(): void }> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', `${name}-`));
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
      rolldownOptions: { input: { [name]: join(root, source) } },
    },
  });
  return { entry: join(folder, `${name}.js`), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
