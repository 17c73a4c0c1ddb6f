import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultSettings } from '../../../adapter/configuration/default-settings.ts';
import { openScorer } from '../../../adapter/score/open-scorer.ts';
import { starterIsHere, starterPath } from '../../../fixtures/models/model-files.ts';
import { sampleDecision } from '../../../fixtures/models/sample-decisions.ts';
import { openFileIndex } from '../file-index.ts';
import { createModelLibrary } from '../model-library.ts';
import { stampFile } from '../stamp-file.ts';
import { starter } from '../starter.ts';
import { readLayout } from './gguf-layout.ts';
import { variants } from './variants.ts';

/** SHA-256 over all tensors as the Python package gguf makes them, in the order of the variants. */
const { tensors_sha256: byReference } = z
  .object({ tensors_sha256: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../../../fixtures/golden/quantised.json', import.meta.url), 'utf8')));

describe.skipIf(!starterIsHere())('variants of the starter (skipped when it is missing)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'workbench-'));
    symlinkSync(starterPath, join(folder, starter.file));
    const library = createModelLibrary({
      modelsFolder: folder,
      fileIndex: openFileIndex(folder),
      places: () => [],
      changePlaces: async () => undefined,
    });
    const models = await library.makeVariants({ signal: new AbortController().signal, onProgress: () => undefined });
    expect(models.map(({ file, origin, fault, sha256 }) => ({ file, origin, fault, sha256 }))).toEqual([
      expect.objectContaining({ file: starter.file, origin: 'starter', fault: null }),
      ...variants.map(({ file, sha256 }) => ({ file, origin: 'variant', fault: null, sha256 })),
    ]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('hold the very tensors that the reference makes', async () => {
    const found: string[] = [];
    for (const { file } of variants) {
      const path = join(folder, file);
      const content = readFileSync(path);
      const hash = createHash('sha256');
      for (const { start, bytes } of (await readLayout(path)).tensors)
        hash.update(content.subarray(start, start + bytes));
      found.push(hash.digest('hex'));
    }
    expect(found).toEqual(Object.values(byReference));
  });

  it('are known to load: no trial in a process of its own', async () => {
    const index = openFileIndex(folder);
    for (const { file, bytes } of variants) {
      const stamp = await stampFile(join(folder, file));
      expect(stamp?.bytes).toBe(bytes);
      expect(stamp === null ? null : await index.look(join(folder, file), stamp)).toMatchObject({ tried: true });
    }
  });

  it('load and score, Q8_0 next to the starter, the others further off', async () => {
    const probabilities: number[][] = [];
    for (const path of [starterPath, ...variants.map(({ file }) => join(folder, file))]) {
      const scorer = await openScorer({
        modelPath: path,
        settings: { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' },
      });
      const [result] = await scorer.score([sampleDecision()], defaultSettings.texts, { maxPromptTokens: 512 });
      probabilities.push(result?.probabilities ?? []);
      await scorer.dispose();
    }
    const [before = [], q8 = [], ...coarser] = probabilities;
    const distance = (other: number[]) => before.reduce((sum, p, i) => sum + Math.abs(p - (other[i] ?? 0)), 0) / 2;
    expect(distance(q8)).toBeLessThan(0.1);
    expect(coarser).toHaveLength(2);
    for (const other of coarser) expect(distance(other)).toBeGreaterThan(distance(q8));
  });
});
