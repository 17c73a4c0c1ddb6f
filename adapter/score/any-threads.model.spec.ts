import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { modelCases } from '../../fixtures/models/model-files.ts';
import { quantisedCases } from '../../fixtures/models/quantised-cases.ts';
import { sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { defaultSettings } from '../configuration/default-settings.ts';
import { openScorer } from './open-scorer.ts';

const folder = mkdtempSync(join(tmpdir(), 'any-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The one spec with two threads, which other work on a small machine makes crawl: it runs alone.
test.for([...modelCases(), ...quantisedCases(folder)])(
  'the same numbers with any number of threads on $name',
  async ({ name, path, skip }, context) => {
    if (skip) context.skip('the model was not fetched');
    const readouts = name.startsWith('starter') ? (['letters'] as const) : (['letters', 'texts'] as const);
    const read = async (threads: number) => {
      const settings = { gpuLayers: 0, threads, contextTokens: 4096, mode: 'reproducible' } as const;
      const scorer = await openScorer({ modelPath: path, settings });
      try {
        const results = [];
        for (const readout of readouts) {
          results.push(
            ...(await scorer.score([sampleDecision()], defaultSettings[readout], { maxPromptTokens: 4096 })),
          );
        }
        return results.map(({ option_logits, allowed_token_mass }) => ({ option_logits, allowed_token_mass }));
      } finally {
        await scorer.dispose();
      }
    };
    expect(await read(2)).toEqual(await read(1));
  },
);
