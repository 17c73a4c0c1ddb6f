import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import type { Configuration, DecisionConfiguration } from '../configuration/configuration.ts';
import { configurationSha256 } from '../configuration/configuration-sha256.ts';
import { defaultSettings } from '../configuration/default-settings.ts';
import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import { decisionSha256 } from '../decision/decision-sha256.ts';
import { batchTokens } from '../engine/batch-tokens.ts';
import { readHeader } from '../gguf/read-header.ts';
import { chooseTemplate } from '../prompt/choose-template.ts';
import { openScorer } from './open-scorer.ts';
import type { Scorer } from './scorer.ts';
import { scoringConfiguration } from './scoring-configuration.ts';

const engineSettings = { gpuLayers: 0, threads: 1, contextTokens: 2048, mode: 'reproducible' } as const;
const budget = { maxPromptTokens: 2048 };
const decision = sampleDecision();
const other = sampleDecision({ question: 'Which queue is it?' });
const bothWays: ScoringSettings = { ...defaultSettings.letters, order: 'both-ways' };

describe('scoring under a configuration', () => {
  let scorer: Scorer;
  let template: ReturnType<typeof chooseTemplate>;
  beforeAll(async () => {
    scorer = await openScorer({ modelPath: tinyPaths.llama, settings: engineSettings });
    template = chooseTemplate(await readHeader(tinyPaths.llama), 'file');
  });
  afterAll(async () => scorer?.dispose());

  function configurationOf(settings: ScoringSettings, entry: Partial<DecisionConfiguration>): Configuration {
    const decision_sha256 = decisionSha256(decision);
    const ownTemplate = settings.readout === 'letters' ? template : null;
    return {
      scoring: scoringConfiguration(scorer.model, settings, ownTemplate, 'reproducible', batchTokens),
      decisions: [
        {
          decision_sha256,
          temperature: settings.temperature,
          prior: null,
          threshold: null,
          thresholds: null,
          costs: null,
          fallback: null,
          ...entry,
        },
      ],
      evidence: [
        {
          decision_sha256,
          sample_set_sha256: 'abc123'.padEnd(64, '0'),
          n_tune: 84,
          n_test: 96,
          target: 0.9,
          verdict: 'verified',
          figures: {},
          date: '2026-03-01T08:00:00Z',
        },
      ],
      model: { name: null, file: scorer.model.file, repository: null, revision: null },
      engine: null,
    };
  }

  async function score(settings: ScoringSettings, configuration: Configuration | null, one = decision) {
    const [result] = await scorer.score([one], settings, { ...budget, configuration });
    if (result === undefined) throw new Error('no result');
    return result;
  }

  test.each([
    ['texts', defaultSettings.texts],
    ['letters', defaultSettings.letters],
  ])('applies temperature and prior to the logits, with %s', async (_, settings) => {
    const plain = await score(settings, null);
    const prior = Object.fromEntries(plain.option_ids.map((id, index) => [id, index - 0.5]));
    const configuration = configurationOf(settings, { temperature: 3.5, prior });
    expect(plain.configuration_sha256).toBe(configurationSha256({ ...configuration, decisions: [] }));
    const fitted = await score(settings, configuration);
    expect(fitted.option_logits).toEqual(plain.option_logits);
    const powers = plain.option_logits.map((z, index) => Math.exp(z / 3.5 + index - 0.5));
    const sum = powers.reduce((a, b) => a + b, 0);
    for (const [index, p] of fitted.probabilities.entries()) expect(p).toBeCloseTo((powers[index] ?? 0) / sum, 12);
    expect(fitted.configuration_sha256).toBe(configurationSha256(configuration));
    expect(fitted.probability_status).toBe(
      'conditional on the listed options; calibrated on sample set abc123000000 (fitted on 84 samples, checked on 96 others, 2026-03-01)',
    );
    expect(plain.probability_status).toBe('conditional on the listed options; uncalibrated');
  });

  test('applies them to the mean over several orders', async () => {
    const plain = await score(bothWays, null);
    const fitted = await score(bothWays, configurationOf(bothWays, { temperature: 2 }));
    // The run's temperature is 1: √p̄, normalised.
    const roots = plain.probabilities.map(Math.sqrt);
    const sum = roots.reduce((a, b) => a + b, 0);
    for (const [index, p] of fitted.probabilities.entries()) expect(p).toBeCloseTo((roots[index] ?? 0) / sum, 12);
    expect(fitted.x_orders).toEqual(plain.x_orders);
  });

  test('scores any other decision without, and says so', async () => {
    const configuration = configurationOf(defaultSettings.texts, { temperature: 9, threshold: 1, fallback: 'human' });
    const plain = await score(defaultSettings.texts, null, other);
    const [first, second] = await scorer.score([decision, other], defaultSettings.texts, { ...budget, configuration });
    expect(first).toMatchObject({ x_choice: 'human', x_abstained: true, x_threshold: 1 });
    expect(second?.probabilities).toEqual(plain.probabilities);
    expect(second?.probability_status).toMatch(/uncalibrated$/);
    expect(second).not.toHaveProperty('x_choice');
    expect(second?.configuration_sha256).toBe(configurationSha256(configuration));
  });

  test('never alters a number by thresholds, costs or a fallback', async () => {
    const settings = defaultSettings.texts;
    const ids = decision.options.map(({ id }) => id);
    const plain = await score(settings, null);
    const probability = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
    const rule = fc.record({
      threshold: probability,
      thresholds: fc.option(fc.dictionary(fc.constantFrom(...ids), fc.double({ min: 0, max: 1, noNaN: true })), {
        nil: null,
      }),
      costs: fc.option(
        fc.record({
          wrong: fc.constant(ids.map((_, row) => ids.map((__, column) => (row === column ? 0 : 3)))),
          abstain: fc.double({ min: 0, max: 5, noNaN: true }),
        }),
        { nil: null },
      ),
      fallback: fc.constantFrom(null, 'human', ...ids),
    });
    await fc.assert(
      fc.asyncProperty(rule, async (entry) => {
        const result = await score(settings, configurationOf(settings, entry));
        expect(result.probabilities).toEqual(plain.probabilities);
        expect(result.option_logits).toEqual(plain.option_logits);
        expect(result.probability_status).toBe(plain.probability_status);
        expect([...ids, 'human', null]).toContain(result.x_choice);
        expect(result.x_abstained).toBe(result.x_choice === null || result.x_choice === 'human');
      }),
      { numRuns: 20 },
    );
  });

  test('is refused for another model file, other settings, and options that are none', async () => {
    const settings = defaultSettings.texts;
    const made = configurationOf(settings, {});
    const foreign = { ...made, scoring: { ...made.scoring, model_sha256: '0'.repeat(64) } };
    await expect(score(settings, foreign)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('another model file'),
    });
    await expect(score({ ...settings, temperature: 1 }, made)).rejects.toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'scoring.temperature' }],
    });
    await expect(score(settings, configurationOf(settings, { prior: { nobody: 1 } }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ path: 'decisions[0].prior' }],
    });
    // and it goes on scoring
    expect((await score(settings, made)).x_abstained).toBe(false);
  });
});
