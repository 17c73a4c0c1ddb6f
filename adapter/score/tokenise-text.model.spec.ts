import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelCases } from '../../fixtures/models/model-files.ts';
import { longEvidence } from '../../fixtures/models/sample-decisions.ts';
import type { Engine } from '../engine/engine.ts';
import { loadEngine } from '../engine/load-engine.ts';
import { tokeniseText } from './tokenise-text.ts';

// Small slices, so that a short text has as many cuts as the evidence of a whole book.
const slice = 300;

const german = readFileSync(new URL('../../fixtures/decisions/buergerbuero-anliegen.json', import.meta.url), 'utf8');
const minutes = readFileSync(new URL('../../fixtures/decisions/council-minutes.json', import.meta.url), 'utf8');

describe.each(modelCases())('long texts on $name', ({ path, skip }) => {
  let engine: Engine;
  beforeAll(async () => {
    if (skip) return;
    const settings = { gpuLayers: 0, threads: 1, contextTokens: 256, mode: 'reproducible' } as const;
    engine = await loadEngine({ modelPath: path, settings });
  });
  afterAll(async () => await engine?.dispose());

  test.skipIf(skip)('slices give the tokens of a single call', async () => {
    const { vocabulary } = engine;
    const written = [longEvidence(2000), german.repeat(3), minutes, JSON.stringify(minutes), minutes.toUpperCase()];
    for (const text of written) {
      let longest = 0;
      const watched = {
        ...vocabulary,
        tokenise: (part: string, special: boolean) => {
          longest = Math.max(longest, part.length);
          return vocabulary.tokenise(part, special);
        },
      };
      expect(await tokeniseText(text, watched, slice)).toEqual(vocabulary.tokenise(text, false));
      expect(longest).toBeLessThan(text.length / 2);
    }
    const word = fc.oneof(
      fc.constantFrom(
        'the',
        'und',
        'été',
        'I',
        'AND',
        "don't",
        '12',
        '3.14',
        'x1',
        '\n',
        '\n\n',
        '  ',
        '\t',
        '—',
        '漢字',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const texts = fc.array(word, { minLength: 200, maxLength: 500 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await tokeniseText(text, vocabulary, slice)).toEqual(vocabulary.tokenise(text, false));
      }),
      { numRuns: 60 },
    );
  });
});
