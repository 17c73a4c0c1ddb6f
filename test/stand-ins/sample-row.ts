import type { SampleRow } from '../../workbench/contract/samples.ts';
import type { Sample } from '../../workbench/samples/sample.ts';

/** A sample as specs need it. */
export function madeSample(fields: Partial<Sample>): Sample {
  return {
    id: 's-1',
    evidence: { format: 'text', text: 'What is known.' },
    label: null,
    group: null,
    note: '',
    disputed: false,
    suggestion: null,
    question: null,
    tags: {},
    origin: null,
    ...fields,
  };
}

/** The same as a row of a query's answer. */
export function sampleRow(fields: Partial<Sample>, equalEvidence: string[] = []): SampleRow {
  return { sample: madeSample(fields), part: 'tune', equal_evidence: equalEvidence, misfit: null };
}
