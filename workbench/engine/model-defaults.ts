import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { ModelHeader } from '../contract/models.ts';

/**
 * Models below about a billion parameters answer "A" whatever the question, and from about two on they bind letters to
 * options; the line is drawn between the two.
 */
const lettersFromParameters = 1_500_000_000;

/** What a decision with no choice of its own is scored with: option texts for small models and those without a chat template. */
export function modelDefaults(header: Pick<ModelHeader, 'parameters' | 'chat_template'>): ScoringSettings {
  const letters = header.chat_template !== 'none' && (header.parameters ?? 0) >= lettersFromParameters;
  return letters
    ? { readout: 'letters', prompt_version: 'direct-options-v2', template: 'file', order: 'as-given', temperature: 1 }
    : { readout: 'texts', prompt_version: 'plain-text-v1', template: 'file', order: 'as-given', temperature: 2 };
}
