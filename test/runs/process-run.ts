import type { RunConfiguration } from '../../workbench/contract/runs.ts';
import type { SampleQuestion } from '../../workbench/samples/sample.ts';
import { runConfiguration } from '../stand-ins/sample-sets.ts';

/** What the processes of these specs ask of every sample. */
export const processQuestion: SampleQuestion = {
  kind: 'choice',
  question: 'Which queue should handle this request? Take the one that is responsible for most of what it says.',
  options: [
    { id: 'access', description: 'Account access and authentication support.' },
    { id: 'billing', description: 'Billing and payment support.' },
    { id: 'sales', description: 'Sales and product evaluation.' },
  ],
};

/** Letters, with the question before the evidence: each sample reuses what the one before has evaluated. */
export function processConfiguration(model: string): RunConfiguration {
  const own = runConfiguration(model, { name: 'question first' });
  return { ...own, scoring: { ...own.scoring, readout: 'letters', prompt_version: 'question-first-v1' } };
}
