import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDevices } from '../../adapter/engine/read-devices.ts';
import { asFault } from '../../adapter/fault.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { buildTrialEntry } from '../../test/stand-ins/build-trial-entry.ts';
import { mutatedModels } from '../../test/stand-ins/damaged-models.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { createEngineOwner } from '../engine/engine-owner.ts';
import { createForkTrial } from '../engine/try-model-fork.ts';
import { openFileIndex } from './file-index.ts';
import { createFitService } from './fit/fit-service.ts';
import { createModelLibrary } from './model-library.ts';

const count = 200;
const settings = { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' } as const;
/** No file may hold anything up for 10 s; on a machine that is ten times slower that is this. */
const LOOSE_HANG_MS = 10 * 10_000;
/** Memory that all of them together may leave behind in the host: far less than one of their absurd lengths. */
const LEFT_BYTES = 256 * 1024 * 1024;

let trial: Awaited<ReturnType<typeof buildTrialEntry>>;
beforeAll(async () => {
  trial = await buildTrialEntry();
});
afterAll(() => trial.remove());

it('takes two hundred mutated files through discovery, information, fit, preflight and load', async () => {
  const folder = temporaryFolder();
  const places = join(folder, 'places');
  mkdirSync(places);
  for (const { name, bytes } of mutatedModels(tinyPaths.llama, count)) {
    writeFileSync(join(places, `${name.replace(':', '')}.gguf`), bytes);
  }
  const modelsFolder = join(folder, 'models');
  const fileIndex = openFileIndex(modelsFolder);
  const library = createModelLibrary({
    modelsFolder,
    fileIndex,
    places: () => [places],
    changePlaces: async () => undefined,
  });
  const owner = createEngineOwner({ tryModel: createForkTrial(trial.entry), fileIndex });
  const fits = createFitService({ fileIndex, engine: owner, devices: readDevices });
  const run = { job: 'j', signal: new AbortController().signal, onProgress: () => undefined };
  await owner.load(tinyPaths.llama, settings, run);
  const before = process.memoryUsage().rss;
  try {
    const models = await library.list();
    expect(models).toHaveLength(count);
    const outcomes = { refused: 0, failed: 0, loaded: 0 };
    for (const { path, fault } of models) {
      const began = performance.now();
      await library.info(path);
      const need = await fits.fit(path, settings, null).catch((error: unknown) => asFault(error));
      if (fault !== null) {
        // What the header says is wrong is said everywhere, and native code never sees the file.
        expect(need).toMatchObject({ code: fault.code });
        outcomes.refused += 1;
        continue;
      }
      const loaded = await owner.load(path, settings, run).then(
        () => null,
        (error: unknown) => asFault(error),
      );
      if (loaded === null) outcomes.loaded += 1;
      else {
        expect(['MODEL_UNREADABLE', 'MODEL_UNSUPPORTED', 'ENGINE_FAILED', 'SELF_TEST_FAILED']).toContain(loaded.code);
        outcomes.failed += 1;
      }
      expect(performance.now() - began, path).toBeLessThan(LOOSE_HANG_MS);
    }
    console.log(outcomes);
    // Each way was gone by some.
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
    await owner.load(tinyPaths.llama, settings, run);
    expect(owner.state()).toMatchObject({ status: 'ready' });
    expect(process.memoryUsage().rss - before).toBeLessThan(LEFT_BYTES);
  } finally {
    await owner.close();
  }
}, 600_000);
