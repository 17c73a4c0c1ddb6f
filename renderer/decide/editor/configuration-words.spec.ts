import { expect, it } from 'vitest';
import { configurationSchema } from '../../../adapter/configuration/configuration.ts';
import golden from '../../../fixtures/golden/configuration.json' with { type: 'json' };
import { configurationLabel, configurationWords } from './configuration-words.ts';

const configuration = configurationSchema.parse(golden.configuration);
const [entry] = configuration.decisions;
if (entry === undefined) throw new Error('one decision');
const under = (change: object) => configurationWords({ ...configuration, decisions: [{ ...entry, ...change }] });
const none = { threshold: null, thresholds: null, costs: null, fallback: null };

it('says what holds for every question and what for one', () => {
  const words = configurationWords({ ...configuration, decisions: [] });
  expect(words).toContain('SmolLM2-135M-Instruct.Q4_1.gguf: answer letters, Both ways');
  expect(words).toContain('temperature 1.25');
  expect(words).not.toContain('fitted');
  expect(configurationWords(configuration)).toContain('to no other');
});

it('says the rule and what follows otherwise', () => {
  expect(under({ ...none, threshold: 0.6204, fallback: 'human' })).toMatch(/Accepted from 0\.62 on, else human\.$/);
  expect(under({ ...none, threshold: 0.62 })).toMatch(/else it abstains\.$/);
  expect(under({ ...none, thresholds: { billing: 0.7 } })).toContain('its own threshold');
  expect(under({ ...none, costs: entry.costs })).toMatch(/when abstaining is cheaper, it abstains\.$/);
  expect(under(none)).toMatch(/no threshold\.$/);
});

it('tells equal names apart', () => {
  const saved = { name: 'Tickets', saved_at: '2026-03-01T08:00:00.000Z', configuration };
  expect(configurationLabel({ ...saved, sha256: 'abcdef0123' })).toBe('Tickets · abcdef01');
});
