import type { Run } from '../../workbench/contract/runs.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';

/** Option ids of a bound set in their order; null for a mixed set. */
export function setOptions(set: SampleSet): readonly string[] | null {
  return set.binding.kind === 'bound' ? set.binding.question.options.map(({ id }) => id) : null;
}

/** Option ids in the order of a run's rows; null where the samples' own order counts. */
export function runOptions(run: Run, set: SampleSet): readonly string[] | null {
  return run.configuration.question?.options.map(({ id }) => id) ?? setOptions(set);
}

/** Whether a run's options are those of the set, in whatever order. */
export function sameOptions(run: Run, set: SampleSet): boolean {
  const own = runOptions(run, set);
  const wanted = setOptions(set);
  if (own === null || wanted === null) return own === wanted;
  return own.length === wanted.length && wanted.every((option) => own.includes(option));
}

/** Whether the set's question is one of ordered levels. */
export function isOrdered(set: SampleSet): boolean {
  return set.binding.kind === 'bound' && set.binding.question.kind === 'score';
}
