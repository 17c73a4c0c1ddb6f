import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { defaultSettings } from '../../adapter/configuration/default-settings.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import { batchTokens } from '../../adapter/engine/batch-tokens.ts';
import { scoringConfiguration } from '../../adapter/score/scoring-configuration.ts';
import type { RunReading } from '../../workbench/configurations/run-reader.ts';
import type { EvaluationSample, Run } from '../../workbench/contract/runs.ts';
import { defaultScoring } from '../../workbench/decisions/default-scoring.ts';
import type { SampleQuestion } from '../../workbench/samples/sample.ts';

/** One sample of a made-up run: the probabilities that the model gave it, and the label. */
export interface MadeRow {
  label: string | null;
  probabilities: readonly number[];
  part: EvaluationSample['part'];
  group?: string | null;
}

const model = {
  file: 'made-up.gguf',
  sha256: 'e'.repeat(64),
  bytes: 1,
  repository: null,
  revision: null,
  architecture: 'none',
  quantization: 'F32',
  vocab_size: 10,
  gpu_layers: 0,
  threads: 1,
  context_tokens: 256,
  engine: 'none',
  engine_version: '0',
};

export function madeQuestion(options: readonly string[]): SampleQuestion {
  return { kind: 'choice', question: 'Which?', options: options.map((id) => ({ id, description: `About ${id}.` })) };
}

/**
 * A run with texts whose logits give the rows' probabilities at its temperature: z = T·ln p, p raised to 1e-15. The n-th
 * row is sample `s<n>`.
 */
export function madeReading(
  options: readonly string[],
  rows: readonly MadeRow[],
  { temperature = 1, question = madeQuestion(options) }: { temperature?: number; question?: SampleQuestion } = {},
): RunReading {
  const settings: ScoringSettings = { ...defaultSettings.texts, temperature };
  const scoring = scoringConfiguration(model, settings, null, 'reproducible', batchTokens);
  const at = '2026-03-01T08:00:00.000Z';
  const run: Run = {
    format: 1,
    id: '019c0000-0000-7000-8000-000000000001',
    set_id: '019c0000-0000-7000-8000-000000000002',
    set_sha256: 'f'.repeat(64),
    part: 'all',
    samples: rows.length,
    configuration: {
      name: 'made up',
      model_path: '/models/made-up.gguf',
      scoring: defaultScoring,
      question: null,
      engine: { gpuLayers: 0, threads: 1, contextTokens: 256, mode: 'reproducible' },
    },
    identity: {
      settings,
      scoring,
      configuration_sha256: configurationSha256({ scoring, decisions: [] }),
      model,
      report: {
        backend: 'cpu',
        device: 'none',
        gpuLayersOffloaded: 0,
        layersTotal: 1,
        threads: 1,
        contextTokens: 256,
        flashAttention: false,
        engineVersion: '0',
      },
      load_seconds: 0,
      host: { platform: 'linux', cpu: 'none', cores: 1, memory_bytes: 1 },
    },
    state: 'done',
    fault: null,
    created_at: at,
    started_at: at,
    ended_at: at,
    wall_seconds: 1,
    cpu_seconds: 1,
    peak_memory_bytes: 1,
    tokens_evaluated: 1,
    tokens_reused: 0,
    drift: null,
  };
  return {
    run,
    question,
    rows: rows.map(({ probabilities }, index) => ({
      status: 'scored',
      sample: `s${index}`,
      probabilities: [...probabilities],
      logits: probabilities.map((p) => temperature * Math.log(Math.max(p, 1e-15))),
      option_mass: null,
      order_flip: null,
      input_tokens: 1,
      evaluated_tokens: 1,
      seconds: 0,
      prompt_sha256: 'd'.repeat(64),
    })),
    samples: rows.map(({ label, part, group = null }, index) => ({
      id: `s${index}`,
      label,
      group,
      part,
      disputed: false,
      excerpt: '',
      options: null,
      kind: null,
    })),
    set_sha256: 'f'.repeat(64),
  };
}
