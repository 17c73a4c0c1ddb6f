import { expect, it } from 'vitest';
import { configurationSchema } from '../../adapter/configuration/configuration.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { defaultScoring, resolveScoring } from './default-scoring.ts';

const texts: ScoringSettings = {
  readout: 'texts',
  prompt_version: 'plain-text-v1',
  template: 'file',
  order: 'as-given',
  temperature: 2,
};
const letters: ScoringSettings = { ...texts, readout: 'letters', prompt_version: 'direct-options-v2', temperature: 1 };

it('follows the model where nothing is chosen', () => {
  expect(resolveScoring(defaultScoring, texts)).toEqual(texts);
  expect(resolveScoring(defaultScoring, letters)).toEqual(letters);
  expect(resolveScoring(defaultScoring, { ...letters, temperature: 1.7, prompt_version: 'direct-options-v1' })).toEqual(
    {
      ...letters,
      temperature: 1.7,
      prompt_version: 'direct-options-v1',
    },
  );
});

it('takes what is chosen', () => {
  const choice = {
    readout: 'letters',
    prompt_version: 'question-first-v1',
    template: 'builtin:chatml',
    order: 'both-ways',
    temperature: 0.5,
  } as const;
  expect(resolveScoring({ ...choice, configuration: null }, texts)).toEqual(choice);
});

it('takes everything from a configuration, whatever else is chosen', () => {
  const { scoring } = configurationSchema.parse(golden.configuration);
  const choice = { ...defaultScoring, readout: 'texts', temperature: 9, configuration: golden.sha256 } as const;
  expect(resolveScoring(choice, texts, { scoring })).toEqual({
    readout: 'letters',
    prompt_version: 'direct-options-v2',
    template: 'builtin:chatml',
    order: 'both-ways',
    temperature: 1.25,
  });
});

it('gives another readout the prompt and the temperature that belong to it', () => {
  expect(resolveScoring({ ...defaultScoring, readout: 'letters' }, texts)).toEqual(letters);
  expect(resolveScoring({ ...defaultScoring, readout: 'texts' }, letters)).toEqual(texts);
});

it('has one prompt for texts, whatever was chosen for letters before', () => {
  const choice = { ...defaultScoring, readout: 'texts', prompt_version: 'direct-options-v1' } as const;
  expect(resolveScoring(choice, letters).prompt_version).toBe('plain-text-v1');
});

it('does not carry the texts’ prompt over to letters', () => {
  const choice = { ...defaultScoring, readout: 'letters', prompt_version: 'plain-text-v1' } as const;
  expect(resolveScoring(choice, texts).prompt_version).toBe('direct-options-v2');
});
