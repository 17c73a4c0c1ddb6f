import { Fault } from '../../adapter/fault.ts';
import type { Run } from '../contract/runs.ts';
import type { Pacer } from '../samples/pacer.ts';
import type { Sample } from '../samples/sample.ts';
import type { SetView } from '../samples/view/set-view.ts';

/**
 * The samples that a run scores, in the set's order. `tune` and `test` are the parts of the labelled samples.
 * @throws Fault INVALID_REQUEST when there are none
 */
export async function chooseSamples(view: SetView, part: Run['part'], pace: Pacer): Promise<Sample[]> {
  const chosen: Sample[] = [];
  for (const { sample } of view.entries) {
    const isPart = part === 'all' || (sample.label !== null && (part === 'labelled' || view.part(sample.id) === part));
    if (isPart) chosen.push(sample);
    await pace();
  }
  if (chosen.length > 0) return chosen;
  const message = view.entries.length === 0 ? emptyParts.all : emptyParts[part];
  throw new Fault(
    'INVALID_REQUEST',
    `There is nothing to score: ${message}`,
    'Label some samples, or score them all.',
    { fields: [{ path: 'part', message, limit: 'at least one sample' }] },
  );
}

const emptyParts: Record<Run['part'], string> = {
  all: 'The set is empty.',
  labelled: 'No sample is labelled.',
  tune: 'No labelled sample belongs to the tuning part.',
  test: 'No labelled sample belongs to the test part.',
};
