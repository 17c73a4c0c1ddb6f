import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelCases } from '../../fixtures/models/model-files.ts';
import { quantisedCases } from '../../fixtures/models/quantised-cases.ts';
import { longEvidence, manyOptions, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { defaultSettings } from '../configuration/default-settings.ts';
import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import { openScorer } from './open-scorer.ts';
import type { DecisionResult } from './result.ts';
import type { Scorer } from './scorer.ts';

const engineSettings = { gpuLayers: 0, threads: 1, contextTokens: 4096, mode: 'reproducible' } as const;
const maxPromptTokens = 4096;

/** What of a result must be equal to the last bit. */
function numbers(result: DecisionResult | undefined) {
  if (result === undefined) throw new Error('no result');
  const { timing: _timing, ...rest } = result;
  return rest;
}

/** Eight questions on one evidence, with different numbers of options. */
function eightQuestions(state: string): Decision[] {
  return Array.from({ length: 8 }, (_, index) =>
    sampleDecision({
      id: `question ${index}`,
      state,
      question: `${'Really, '.repeat(index)}which one is number ${index}?`,
      options: manyOptions(2 + (index % 4)),
    }),
  );
}

const settingsOf: [string, ScoringSettings][] = [
  ['letters', defaultSettings.letters],
  ['texts', defaultSettings.texts],
  ['letters, question first', { ...defaultSettings.letters, prompt_version: 'question-first-v1' }],
  ['letters in both orders', { ...defaultSettings.letters, order: 'both-ways' }],
];

const folder = mkdtempSync(join(tmpdir(), 'same-numbers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([...modelCases(), ...quantisedCases(folder)])('the same numbers on $name', ({ name, path, skip }) => {
  // the starter is a hundred times slower: less of everything, and the tiny models show the rest
  const slow = name.startsWith('starter');
  const words = slow ? 40 : 700;
  const others = slow ? 2 : 20;
  const cancels = slow ? 2 : 6;
  let scorer: Scorer;
  beforeAll(async () => {
    if (!skip) scorer = await openScorer({ modelPath: path, settings: engineSettings });
  });
  afterAll(async () => await scorer?.dispose());

  const one = async (by: Scorer, decision: Decision, settings: ScoringSettings) => {
    const [result] = await by.score([decision], settings, { maxPromptTokens });
    return result;
  };

  test.skipIf(skip).each(slow ? settingsOf.slice(0, 2) : settingsOf)(
    '%s: twice, after others, cold, among eight',
    async (_, settings) => {
      const questions = eightQuestions(longEvidence(words));
      const asked = questions[3];
      if (asked === undefined) throw new Error('no question');
      const first = await one(scorer, asked, settings);
      const again = await one(scorer, asked, settings);
      expect(again?.timing.cache_hit).toBe(true);
      expect(numbers(again)).toEqual(numbers(first));

      for (let other = 0; other < others; other++)
        await one(
          scorer,
          sampleDecision({ state: longEvidence(5 + other * 3), options: manyOptions(2 + other) }),
          settings,
        );
      const later = await one(scorer, asked, settings);
      expect(later?.timing.cache_hit).toBe(false);
      expect(numbers(later)).toEqual(numbers(first));

      const together = await scorer.score(questions, settings, { maxPromptTokens });
      expect(together.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
      expect(numbers(together[3])).toEqual(numbers(first));
      if (settings.prompt_version !== 'question-first-v1')
        expect(together.slice(1).every(({ timing }) => timing.cache_hit)).toBe(true);

      const cold = await openScorer({ modelPath: path, settings: engineSettings });
      try {
        expect(numbers(await one(cold, asked, settings))).toEqual(numbers(first));
      } finally {
        await cold.dispose();
      }
    },
  );

  test.skipIf(skip)('after a cancel at every chunk', async () => {
    const decision = sampleDecision({ state: longEvidence(words) });
    for (const settings of [defaultSettings.letters, defaultSettings.texts]) {
      const expected = numbers(await one(scorer, decision, settings));
      let steps = 0;
      for (let cancelAt = 0; cancelAt < cancels; cancelAt++) {
        await one(scorer, sampleDecision({ state: 'Something else.' }), settings);
        const controller = new AbortController();
        steps = 0;
        const asked = scorer.score([decision], settings, {
          maxPromptTokens,
          signal: controller.signal,
          onProgress: () => {
            if (steps === cancelAt) controller.abort();
            steps += 1;
          },
        });
        const outcome = await asked.then(
          ([result]) => numbers(result),
          (error) => error.code,
        );
        if (outcome !== 'CANCELLED') expect(outcome).toEqual(expected);
        if (cancelAt === 0) expect(outcome).toBe('CANCELLED');
        expect(numbers(await one(scorer, decision, settings))).toEqual(expected);
      }
    }
  });
});
