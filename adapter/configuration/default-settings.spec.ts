import { describe, expect, it } from 'vitest';
import { defaultSettingsFor, STARTER_SHA256 } from './default-settings.ts';
import { scoringSettingsSchema } from './scoring-settings.ts';

describe('defaultSettingsFor', () => {
  const large = { sha256: 'f'.repeat(64), parameterCount: 4e9, hasChatTemplate: true };

  it('is letters for an instruction-tuned model of some size', () => {
    expect(defaultSettingsFor(large)).toEqual({
      readout: 'letters',
      prompt_version: 'direct-options-v2',
      template: 'file',
      order: 'as-given',
      temperature: 1,
    });
  });

  it.each([
    ['the starter', { ...large, sha256: STARTER_SHA256 }],
    ['a small model', { ...large, parameterCount: 270e6 }],
    ['a model without a chat template', { ...large, hasChatTemplate: false }],
  ])('is texts at temperature 2 for %s', (_, model) => {
    expect(defaultSettingsFor(model)).toMatchObject({
      readout: 'texts',
      prompt_version: 'plain-text-v1',
      temperature: 2,
    });
  });

  it('is valid', () => {
    for (const parameterCount of [1, 4e9]) {
      expect(scoringSettingsSchema.safeParse(defaultSettingsFor({ ...large, parameterCount })).success).toBe(true);
    }
  });
});
