import { findMisfits } from '../../../workbench/samples/find-misfits.ts';
import type { SampleQuestion } from '../../../workbench/samples/sample.ts';

/** What changed in a decision since a set was made for it, in words; null when nothing did. */
export function describeChange(before: SampleQuestion, now: SampleQuestion): string | null {
  const { removed_options, added_options, reordered, reworded } = findMisfits([], before, now);
  const parts = [
    removed_options.length > 0 ? `without ${list(removed_options)}` : null,
    added_options.length > 0 ? `with ${list(added_options)} added` : null,
    reworded ? 'other words' : null,
    reordered ? 'another order of the options' : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

const MOST_NAMED = 5;

function list(ids: readonly string[]): string {
  if (ids.length <= MOST_NAMED) return ids.join(', ');
  return `${ids.slice(0, MOST_NAMED).join(', ')} and ${ids.length - MOST_NAMED} more`;
}
