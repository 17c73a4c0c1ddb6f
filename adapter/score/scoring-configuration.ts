import type { ScoringConfiguration } from '../configuration/configuration.ts';
import type { Mode, ScoringSettings } from '../configuration/scoring-settings.ts';
import type { ChatTemplate } from '../prompt/chat-template.ts';
import type { ModelIdentity } from './result.ts';

/** Names the rule that `promptBorders` follows; another rule is another name. */
export const chunkRule = 'batch-shared-last-v1';
/** The engine's default, which nothing here changes. */
const kvType = 'f16';

/** What can change a number of any request, as a configuration records it. */
export function scoringConfiguration(
  model: Pick<ModelIdentity, 'sha256'>,
  settings: ScoringSettings,
  template: ChatTemplate | null,
  mode: Mode,
  batchTokens: number,
): ScoringConfiguration {
  return {
    model_sha256: model.sha256,
    readout: settings.readout,
    prompt_version: settings.readout === 'texts' ? 'plain-text-v1' : settings.prompt_version,
    template: template === null ? null : { source: template.source, sha256: template.sha256 },
    order: settings.order,
    temperature: settings.temperature,
    mode,
    batch: batchTokens,
    kv_type: kvType,
    chunk_rule: chunkRule,
  };
}
