import type { Configuration } from '../../adapter/configuration/configuration.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import { settingsOfConfiguration } from '../../adapter/configuration/settings-of-configuration.ts';
import type { ScoringChoice } from '../contract/decision-document.ts';

/** A new decision follows the model in everything. */
export const defaultScoring: ScoringChoice = {
  readout: null,
  prompt_version: null,
  template: null,
  order: 'as-given',
  temperature: null,
  configuration: null,
};

// What a readout is used with that is not the model's own choice. Sums of token log probabilities look too sure at 1.
const UNFITTED = {
  letters: { prompt_version: 'direct-options-v2', temperature: 1 },
  texts: { prompt_version: 'plain-text-v1', temperature: 2 },
} as const;

/**
 * The complete settings of a decision: its own choices, and the model's defaults where it has none. A default
 * temperature or prompt belongs to the default's readout, so another readout brings its own. Under a configuration its
 * settings hold, and no choice does: what was proved was proved of them.
 */
export function resolveScoring(
  choice: ScoringChoice,
  defaults: ScoringSettings,
  configuration: Pick<Configuration, 'scoring'> | null = null,
): ScoringSettings {
  if (configuration !== null) return settingsOfConfiguration(configuration.scoring);
  const readout = choice.readout ?? defaults.readout;
  const own = readout === defaults.readout ? defaults : UNFITTED[readout];
  const chosen = choice.prompt_version === 'plain-text-v1' ? null : choice.prompt_version;
  return {
    readout,
    prompt_version: readout === 'texts' ? 'plain-text-v1' : (chosen ?? own.prompt_version),
    template: choice.template ?? defaults.template,
    order: choice.order,
    temperature: choice.temperature ?? own.temperature,
  };
}
