import { Fault, type FieldFault } from '../fault.ts';
import { writeCanonicalJson } from '../json/canonical-json.ts';
import { type Configuration, type ScoringConfiguration, scoringConfigurationSchema } from './configuration.ts';

/** The fields of `scoring`, each with what people call it. */
const names: Record<keyof ScoringConfiguration, string> = {
  model_sha256: 'model file (SHA-256)',
  readout: 'readout',
  prompt_version: 'prompt',
  template: 'chat template',
  order: 'order of the options',
  temperature: 'temperature',
  mode: 'mode of the engine',
  batch: 'batch size',
  kv_type: 'type of the cache',
  chunk_rule: 'rule of the chunk borders',
};

/**
 * Refuses a configuration that was made for something else than what is about to score: its figures would be about
 * other numbers.
 * @param actual what the loaded model and the settings give
 * @param file name of the loaded model's file, for the words
 * @throws Fault CONFLICT with one field for each difference
 */
export function requireFit(
  configuration: Pick<Configuration, 'scoring' | 'model'>,
  actual: ScoringConfiguration,
  file: string,
): void {
  const fields = scoringDifferences(configuration.scoring, actual);
  const [first] = fields;
  if (first === undefined) return;
  const otherModel = fields.some(({ path }) => path === 'scoring.model_sha256');
  const what = otherModel
    ? `The configuration was made for another model file, ${configuration.model.file}; ${file} is loaded.`
    : `The configuration was made with other settings. ${first.message}`;
  throw new Fault(
    'CONFLICT',
    what,
    otherModel
      ? `Load ${configuration.model.file} (on the command line: --model), or score without the configuration.`
      : 'Score with the settings of the configuration, or without it.',
    { fields },
  );
}

/** What two `scoring` parts differ in, in words. */
export function scoringDifferences(made: ScoringConfiguration, actual: ScoringConfiguration): FieldFault[] {
  return scoringConfigurationSchema
    .keyof()
    .options.filter((key) => writeCanonicalJson(made[key]) !== writeCanonicalJson(actual[key]))
    .map((key) => ({
      path: `scoring.${key}`,
      message: `The ${names[key]} was ${show(made[key])} and is ${show(actual[key])}.`,
    }));
}

function show(value: ScoringConfiguration[keyof ScoringConfiguration]): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? `${value.source} ${value.sha256.slice(0, 12)}…` : String(value);
}
