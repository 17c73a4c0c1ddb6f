import type { ScoringConfiguration } from './configuration.ts';
import type { ScoringSettings } from './scoring-settings.ts';

/** The settings that a configuration's `scoring` was made with. With texts no template is used, so any will do. */
export function settingsOfConfiguration(scoring: ScoringConfiguration): ScoringSettings {
  return {
    readout: scoring.readout,
    prompt_version: scoring.prompt_version,
    template: scoring.template?.source ?? 'file',
    order: scoring.order,
    temperature: scoring.temperature,
  };
}
