import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelCases } from '../../fixtures/models/model-files.ts';
import { openReference, type ReferenceReads } from '../../fixtures/models/reference-reads.ts';
import { longEvidence, manyOptions, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { defaultSettings } from '../configuration/default-settings.ts';
import type { Decision } from '../decision/decision.ts';
import { openScorer } from './open-scorer.ts';
import type { Scorer } from './scorer.ts';

const engineSettings = { gpuLayers: 0, threads: 1, contextTokens: 4096, mode: 'reproducible' } as const;
const budget = { maxPromptTokens: 4096 };
const settings = defaultSettings.texts;

const decisions = [
  sampleDecision(),
  sampleDecision({ state: longEvidence(60), options: manyOptions(4) }),
  sampleDecision({
    kind: 'yes-no',
    question: 'Does the customer ask for a refund?',
    options: [
      { id: 'yes', description: '' },
      { id: 'no', description: '' },
    ],
  }),
];

describe.each(modelCases())('texts on $name', ({ path, skip }) => {
  let scorer: Scorer;
  let reference: ReferenceReads;
  beforeAll(async () => {
    if (skip) return;
    scorer = await openScorer({ modelPath: path, settings: engineSettings });
    reference = await openReference(path);
  });
  afterAll(async () => {
    await scorer?.dispose();
    await reference?.dispose();
  });

  /** Σ log p of a text's tokens after a prompt, from the whole vocabulary at each position. */
  async function sumOf(prompt: number[], text: number[], shared: number): Promise<number> {
    const tokens = [...prompt, ...text.slice(0, -1)];
    const borders = [shared, prompt.length - 1].filter((border) => border > 0).sort((a, b) => a - b);
    const reads = await reference.after(tokens, borders, text.length);
    return text.reduce((sum, token, index) => {
      const full = reads[index] ?? new Map();
      const everything = [...full.values()].reduce((a, b) => a + b, 0);
      return sum + Math.log((full.get(token) ?? Number.NaN) / everything);
    }, 0);
  }

  test.skipIf(skip).each(decisions)('equals sums over the whole vocabulary, %#', async (decision) => {
    const [result] = await scorer.score([decision], settings, budget);
    const empty: Decision = { ...decision, state: { kind: 'string', value: 'N/A' } };
    const [without] = await scorer.score([empty], settings, budget);
    if (result === undefined || without === undefined) throw new Error('no result');
    const ids = async (of: Decision) => (await scorer.prompt(of, settings)).tokens.map(({ id }) => id);
    const [prompt, bare] = [await ids(decision), await ids(empty)];
    for (const [index, text] of result.answer_token_ids.entries()) {
      if (typeof text === 'number') throw new Error('not a list of tokens');
      const expected =
        (await sumOf(prompt, text, result.timing.prefix_tokens)) -
        (await sumOf(bare, text, without.timing.prefix_tokens));
      expect(Math.abs((result.option_logits[index] ?? Number.NaN) - expected)).toBeLessThan(1e-3);
    }
    expect(result.allowed_token_mass).toBeNull();
    expect(result.input_tokens).toBe(prompt.length + result.answer_token_ids.flat().length);
    // the evidence against itself says nothing
    expect(without.option_logits.every((logit) => logit === 0)).toBe(true);
  });

  test.skipIf(skip)('the order of the options changes nothing, bit for bit', async () => {
    const options = manyOptions(6);
    const score = async (given: typeof options) => {
      // another prompt before, so that every option is read anew
      await scorer.score([sampleDecision({ state: 'Something else.' })], settings, budget);
      const [result] = await scorer.score([sampleDecision({ options: given })], settings, budget);
      return new Map(given.map(({ id }, index) => [id, result?.probabilities[index]]));
    };
    const first = await score(options);
    for (const other of [[...options].reverse(), [...options.slice(2), ...options.slice(0, 2)]]) {
      const again = await score(other);
      for (const { id } of options) expect(again.get(id)).toBe(first.get(id));
    }
  });

  test.skipIf(skip)(
    'an option that is added is all that is read, and the numbers are those of reading all',
    async () => {
      const options = manyOptions(5);
      const score = async (given: typeof options) => {
        const [result] = await scorer.score([sampleDecision({ options: given })], settings, budget);
        if (result === undefined) throw new Error('no result');
        return { logits: result.option_logits, evaluated: result.timing.evaluated_tokens ?? Number.NaN };
      };
      // what they have without evidence is known from here on
      await score(options);
      await scorer.score([sampleDecision({ state: 'Something else.' })], settings, budget);
      const anew = await score(options);
      expect(await score(options)).toEqual({ logits: anew.logits, evaluated: 0 });
      await scorer.score([sampleDecision({ state: 'Something else.' })], settings, budget);
      await score(options.slice(0, 4));
      const added = await score(options);
      expect(added.logits).toEqual(anew.logits);
      expect(added.evaluated).toBeGreaterThan(0);
      expect(added.evaluated).toBeLessThan(anew.evaluated / 2);
    },
  );

  test.skipIf(skip)('refuses another order', async () => {
    const asked = scorer.score([sampleDecision()], { ...settings, order: 'both-ways' }, budget);
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'order' }] });
  });
});
