import type { RunConfiguration } from '../../workbench/contract/runs.ts';
import type { SampleEdit } from '../../workbench/contract/samples.ts';
import { type Sample, type SampleQuestion, sampleSchema } from '../../workbench/samples/sample.ts';

/** A question with three options, whose descriptions say nothing new. */
export const queueQuestion: SampleQuestion = {
  kind: 'choice',
  question: 'Which queue?',
  options: ['access', 'billing', 'sales'].map((id) => ({ id, description: `About ${id}.` })),
};

/** A sample with its defaults. */
export function sampleOf(id: string, own: Partial<Omit<Sample, 'id'>> = {}): Sample {
  return sampleSchema.parse({ id, evidence: { format: 'text', text: `Case ${id} of many.` }, ...own });
}

/** Samples `s-0`, `s-1`… whose labels go round the options, each third without one. */
export function manySamples(count: number): Sample[] {
  const labels = ['access', 'billing', null];
  return Array.from({ length: count }, (_, index) => sampleOf(`s-${index}`, { label: labels[index % 3] ?? null }));
}

export function additions(samples: readonly Sample[]): SampleEdit[] {
  return samples.map((sample) => ({ edit: 'add', sample }));
}

/** A configuration that follows the model in everything. */
export function runConfiguration(model_path: string, own: Partial<RunConfiguration> = {}): RunConfiguration {
  return {
    name: 'as the model',
    model_path,
    scoring: {
      readout: null,
      prompt_version: null,
      template: null,
      order: 'as-given',
      temperature: null,
      configuration: null,
    },
    question: null,
    engine: { gpuLayers: 0, threads: 1, contextTokens: 2048, mode: 'reproducible' },
    ...own,
  };
}
