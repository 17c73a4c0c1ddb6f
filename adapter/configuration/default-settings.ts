import type { ReadoutName, ScoringSettings } from './scoring-settings.ts';

/** SHA-256 of the starter model, SmolLM2-135M-Instruct.Q4_1.gguf. */
export const STARTER_SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';

/**
 * Models below this many parameters do not bind letters to options: the two that were measured (135 and 270 million)
 * answer "A" to everything.
 */
const SMALL_MODEL_PARAMETERS = 1_000_000_000;

/** The settings of a readout until a person changes or fits them. */
export const defaultSettings: Record<ReadoutName, ScoringSettings> = {
  letters: {
    readout: 'letters',
    prompt_version: 'direct-options-v2',
    template: 'file',
    order: 'as-given',
    temperature: 1,
  },
  texts: {
    readout: 'texts',
    prompt_version: 'plain-text-v1',
    template: 'file',
    order: 'as-given',
    temperature: 2,
  },
};

/** What the default readout of a model depends on. */
export interface ModelTraits {
  sha256: string | null;
  parameterCount: number;
  hasChatTemplate: boolean;
}

/**
 * The settings that a model starts with: texts for the starter, small models and files without a chat template, letters
 * for the others.
 */
export function defaultSettingsFor(model: ModelTraits): ScoringSettings {
  const small = model.sha256 === STARTER_SHA256 || model.parameterCount < SMALL_MODEL_PARAMETERS;
  return { ...defaultSettings[small || !model.hasChatTemplate ? 'texts' : 'letters'] };
}
