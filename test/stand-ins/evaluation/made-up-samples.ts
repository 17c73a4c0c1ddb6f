import type { EvaluationSample, RunConfiguration, RunRow } from '../../../workbench/contract/runs.ts';
import type { SampleSet } from '../../../workbench/samples/sample-set.ts';
import { fillWords, seedRandom, WORDS } from '../../../workbench/statistics/random.ts';

export const ticketOptions = ['account_access', 'billing', 'sales', 'shipping', 'technical'];

const stories: Record<string, string> = {
  account_access: 'Customer asks to reset a forgotten password and says the reset email never arrived.',
  billing: 'Card was charged twice for the same order and the customer wants one payment back.',
  sales: 'A school asks what a licence for three hundred pupils would cost.',
  shipping: 'The parcel has been at the same depot for nine days and nobody answers there.',
  technical: 'The program closes by itself whenever a large picture is opened.',
};

/** Numbers from 0 to 1 that are the same in every run. */
export function randomNumbers(seed: number, count: number): number[] {
  const words = new Int32Array(count);
  fillWords(seedRandom(seed), words);
  return [...words].map((word) => (word >>> 0) / WORDS);
}

export function ticketSet(id: string, name: string, options: string[] = ticketOptions): SampleSet {
  return {
    format: 1,
    id,
    name,
    binding: {
      kind: 'bound',
      decision: null,
      question: {
        kind: 'choice',
        question: 'Which queue should handle this request?',
        options: options.map((option) => ({ id: option, description: '' })),
      },
    },
    tune_share: 0.5,
    created_at: '2026-11-28T10:00:00Z',
    changed_at: '2026-11-28T10:00:00Z',
  };
}

/** `labelOf` null leaves a sample without a label. */
export function ticketSamples(
  count: number,
  labelOf: (at: number) => string | null = (at) => ticketOptions[(at * 7) % 5] ?? null,
): EvaluationSample[] {
  const parts = randomNumbers(11, count);
  return Array.from({ length: count }, (_, at) => {
    const label = labelOf(at);
    return {
      id: `t-${String(at + 1).padStart(3, '0')}`,
      label,
      group: null,
      part: (parts[at] ?? 0) < 0.5 ? 'tune' : 'test',
      disputed: at % 29 === 28,
      excerpt: `${stories[label ?? 'sales'] ?? label ?? ''} (case ${at + 1})`,
      options: null,
      kind: null,
    };
  });
}

/** How a made-up model answers. */
export interface Behaviour {
  /** Chance that a first choice is right. */
  skill: number;
  /** How far confidence lies above what is deserved. */
  boldness: number;
  /** Answers the first option whatever it reads. */
  constant: boolean;
  secondsEach: number;
  /** Every so many samples one fails; 0 for none. */
  failEvery: number;
}

/** The row of one sample; the same sample and seed give the same row. */
export function madeUpRow(sample: EvaluationSample, at: number, seed: number, behaviour: Behaviour): RunRow {
  const options = sample.options ?? ticketOptions;
  // Models of one family agree on most samples: what is hard is hard for all of them.
  const [luck = 0, spread = 0, other = 0] = randomNumbers(1000 + at, 3);
  const [own = 0, time = 0, mass = 0] = randomNumbers(seed * 7919 + at, 3);
  const seconds = behaviour.secondsEach * (0.7 + 0.8 * time * time);
  if (behaviour.failEvery > 0 && at % behaviour.failEvery === behaviour.failEvery - 1) {
    const message = 'The prompt has 1,310 tokens, and the budget is 1,024.';
    return {
      status: 'failed',
      sample: sample.id,
      seconds: 0.01,
      fault: { code: 'TOO_MANY_TOKENS', message, next: 'Raise the budget in the settings.', fields: [] },
    };
  }
  const truth = Math.max(0, options.indexOf(sample.label ?? ''));
  const wrong = (truth + 1 + Math.floor(other * (options.length - 1))) % options.length;
  const difficulty = 0.85 * luck + 0.15 * own;
  const right = difficulty < behaviour.skill;
  const choice = behaviour.constant ? 0 : right ? truth : wrong;
  const deserved = right ? 0.4 + 0.3 * (1 - difficulty) + 0.3 * spread : 0.3 + 0.55 * spread;
  const confidence = Math.min(0.995, Math.max(1 / options.length + 0.02, deserved + behaviour.boldness));
  const rest = (1 - confidence) / (options.length - 1);
  const probabilities = options.map((_, option) => (option === choice ? confidence : rest));
  return {
    status: 'scored',
    sample: sample.id,
    probabilities,
    // With the temperature of the readout, these give the probabilities.
    logits: probabilities.map((p) => Math.log(p) * (behaviour.constant ? 1 : 2)),
    option_mass: behaviour.constant ? 0.04 + 0.1 * mass : null,
    order_flip: behaviour.constant ? mass < 0.4 : null,
    input_tokens: 142,
    evaluated_tokens: 40 + Math.floor(40 * time),
    seconds,
    prompt_sha256: 'b'.repeat(64),
  };
}

export function madeUpConfiguration(name: string, path: string): RunConfiguration {
  return {
    name,
    model_path: path,
    scoring: {
      readout: name.includes('letters') ? 'letters' : 'texts',
      prompt_version: null,
      template: null,
      order: 'as-given',
      temperature: null,
      configuration: null,
    },
    question: null,
    engine: { gpuLayers: 0, threads: 1, contextTokens: 1024, mode: 'reproducible' },
  };
}
