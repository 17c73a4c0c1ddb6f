import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { ScoringChoice } from '../contract/decision-document.ts';

/** A new decision follows the model in everything. */
export const defaultScoring: ScoringChoice = {
  readout: null,
  prompt_version: null,
  template: null,
  order: 'as-given',
  temperature: null,
};

// Until a temperature is fitted: what texts need for their sums of token log probabilities not to look too sure.
const UNFITTED_TEMPERATURE = { letters: 1, texts: 2 } as const;

/**
 * The complete settings of a decision: its own choices, and the model's defaults where it has none. A default
 * temperature or prompt belongs to the default's readout, so another readout brings its own.
 */
export function resolveScoring(choice: ScoringChoice, defaults: ScoringSettings): ScoringSettings {
  const readout = choice.readout ?? defaults.readout;
  const sameReadout = readout === defaults.readout;
  const prompt = sameReadout ? defaults.prompt_version : 'direct-options-v2';
  return {
    readout,
    prompt_version: readout === 'texts' ? 'plain-text-v1' : (choice.prompt_version ?? prompt),
    template: choice.template ?? defaults.template,
    order: choice.order,
    temperature: choice.temperature ?? (sameReadout ? defaults.temperature : UNFITTED_TEMPERATURE[readout]),
  };
}
