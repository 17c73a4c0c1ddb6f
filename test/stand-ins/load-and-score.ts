// A process that loads models in turn and scores a thousand decisions, as the app does, and says how much memory it has
// between: after each unload, and every hundred scores.
import { join } from 'node:path';
import { defaultSettings } from '../../adapter/configuration/default-settings.ts';
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { disposeLibraries } from '../../adapter/engine/shared-library.ts';
import { createEngineOwner } from '../../workbench/engine/engine-owner.ts';
import { openFileIndex } from '../../workbench/models/file-index.ts';

/** What it says, in bytes. */
export interface ResidentMemory {
  loads: number[];
  scores: number[];
}

const [folder, ...models] = process.argv.slice(2);
if (folder === undefined || models.length === 0) process.exit(2);

const LOADS = 20;
const SCORES = 1_000;
const SCORES_BETWEEN = 100;
const WARM_SCORES = 60;

const engine = createEngineOwner({
  tryModel: async () => ({ outcome: 'fine' }),
  fileIndex: openFileIndex(join(folder, 'index')),
});
const run = { job: 'j', signal: new AbortController().signal, onProgress: () => undefined };
const settings = { gpuLayers: 0, threads: 1, contextTokens: 1024, mode: 'reproducible' } as const;
const load = (index: number) => engine.load(models[index % models.length] ?? '', settings, run);
const residentNow = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss;
};
const score = (index: number) =>
  engine.score(
    parseRequest(
      JSON.stringify({
        id: 'd',
        state: `Message number ${index * 7919} about ${index % 3 === 0 ? 'an invoice' : 'a password'}.`,
        question: 'What is it about?',
        options: ['invoice', 'password', 'other'].map((id) => ({ id, description: '' })),
      }),
    ),
    defaultSettings.texts,
    { maxPromptTokens: 1024, quiet: true },
  );

// Code that has become warm is compiled, which takes memory once.
for (let index = 0; index < models.length; index += 1) {
  await load(index);
  for (let warm = 0; warm < WARM_SCORES; warm += 1) await score(warm);
  await engine.unload();
}
const loads: number[] = [];
for (let index = 0; index < LOADS; index += 1) {
  await load(index);
  await score(index);
  await engine.unload();
  loads.push(residentNow());
}
await load(0);
const scores: number[] = [];
for (let index = 0; index < SCORES; index += 1) {
  await score(index);
  if ((index + 1) % SCORES_BETWEEN === 0) scores.push(residentNow());
}
const found: ResidentMemory = { loads, scores };
process.stdout.write(JSON.stringify(found));
await engine.close();
await disposeLibraries();
process.exit(0);
