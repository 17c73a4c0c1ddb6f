import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { STARTER_SHA256 } from '../../adapter/configuration/default-settings.ts';
import { chooseTemplate } from '../../adapter/prompt/choose-template.ts';
import { chunkRule } from '../../adapter/score/scoring-configuration.ts';

/** Letters and the built-in ChatML template, whatever the model's own template is. */
export function lettersConfiguration(model: { file: string; sha256: string }): Configuration {
  const { source, sha256 } = chooseTemplate(
    { chatTemplates: { standard: null, named: [] }, bosToken: null, eosToken: null },
    'builtin:chatml',
  );
  return {
    scoring: {
      model_sha256: model.sha256,
      readout: 'letters',
      prompt_version: 'direct-options-v2',
      template: { source, sha256 },
      order: 'as-given',
      temperature: 1,
      mode: 'reproducible',
      batch: 512,
      kv_type: 'f16',
      chunk_rule: chunkRule,
    },
    decisions: [],
    evidence: [],
    model: { name: null, file: model.file, repository: null, revision: null },
    engine: null,
  };
}

/** That of the starter, which is not its default. */
export function starterLetters(): Configuration {
  return lettersConfiguration({ file: 'SmolLM2-135M-Instruct.Q4_1.gguf', sha256: STARTER_SHA256 });
}
