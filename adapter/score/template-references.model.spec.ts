import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelCases } from '../../fixtures/models/model-files.ts';
import { sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { defaultSettings } from '../configuration/default-settings.ts';
import type { Engine } from '../engine/engine.ts';
import { loadEngine } from '../engine/load-engine.ts';
import { createWalker } from '../engine/walker.ts';
import type { GgufHeader } from '../gguf/gguf-header.ts';
import { readHeader } from '../gguf/read-header.ts';
import { encodeWork } from './encode-work.ts';
import { readOrder } from './score-letters.ts';
import { createTemplateReferences } from './template-references.ts';

const evidences = [
  'Customer asks to reset a forgotten password and says the reset email never arrived.',
  'Betrag wurde zweimal abgebucht.',
  'x',
];

describe.each(modelCases())('reference tokens on $name', ({ path, skip }) => {
  let engine: Engine;
  let header: GgufHeader;
  beforeAll(async () => {
    if (skip) return;
    header = await readHeader(path);
    engine = await loadEngine({
      modelPath: path,
      settings: { gpuLayers: 0, threads: 1, contextTokens: 2048, mode: 'reproducible' },
    });
  });
  afterAll(() => engine?.dispose());

  test.skipIf(skip)('let each prompt be read in one evaluation of its last token', async () => {
    let reads = 0;
    const counted: Engine = {
      ...engine,
      readLargest: (tokens, requests) => {
        reads += 1;
        return engine.readLargest(tokens, requests);
      },
    };
    const walker = createWalker(counted);
    const referencesFor = createTemplateReferences(walker);
    for (const state of evidences) {
      const work = await encodeWork(sampleDecision({ state }), defaultSettings.letters, header, {
        vocabulary: engine.vocabulary,
        batchTokens: engine.batchTokens,
        limit: 2048,
      });
      if (work.readout !== 'letters' || work.template === null) throw new Error('not letters');
      const references = await referencesFor(work.template);
      reads = 0;
      await readOrder(walker, work.orders[0], references, { signal: undefined, onTokens: () => undefined });
      expect(reads).toBe(1);
    }
  });
});
