import type { ScoringConfiguration } from '../../adapter/configuration/configuration.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { batchTokens } from '../../adapter/engine/batch-tokens.ts';
import { Fault } from '../../adapter/fault.ts';
import { chooseTemplate, type TemplateHeader } from '../../adapter/prompt/choose-template.ts';
import { scoringConfiguration } from '../../adapter/score/scoring-configuration.ts';
import type { Run } from '../contract/runs.ts';

/** Reads the header of a model file; needed only for a run that used the file's own chat template. */
export type ReadTemplateHeader = (modelPath: string) => Promise<TemplateHeader>;

/** What a built-in template depends on of a header: nothing but the tokens that it may print. */
const noHeader: TemplateHeader = { chatTemplates: { standard: null, named: [] }, bosToken: null, eosToken: null };

/**
 * The `scoring` part that a run was scored with. The run keeps its hash and the settings that a person chooses; the rest
 * follows from the model, and is only taken when it gives that very hash.
 * @throws Fault INVALID_REQUEST when the run scored nothing yet; CONFLICT when the hash cannot be had any more (the model
 * file or the version of the app is another one); what reading the header throws
 */
export async function scoringOfRun(
  { identity, configuration }: Pick<Run, 'identity' | 'configuration'>,
  readHeader: ReadTemplateHeader,
): Promise<ScoringConfiguration> {
  if (identity === null) {
    throw new Fault(
      'INVALID_REQUEST',
      'This run has scored no sample.',
      'Resume it, try its failed samples again, or choose another run.',
    );
  }
  const { settings, model } = identity;
  const ownTemplate = settings.readout === 'letters' && settings.template === 'file';
  const header = ownTemplate ? await readHeader(configuration.model_path) : noHeader;
  const template = settings.readout === 'letters' ? chooseTemplate(header, settings.template) : null;
  const scoring = scoringConfiguration(model, settings, template, configuration.engine.mode, batchTokens);
  if (configurationSha256({ scoring, decisions: [] }) === identity.configuration_sha256) return scoring;
  throw new Fault(
    'CONFLICT',
    `What this run was scored with cannot be told any more: ${model.file} was changed since, or another version of the app ran it.`,
    'Score the set again, and choose that run.',
  );
}
