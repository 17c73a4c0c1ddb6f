import type { Sample, SampleQuestion } from './sample.ts';

/** What a changed question means for the samples of a set that was bound to an earlier one. */
export interface Misfits {
  /** Samples whose label is no option any more; they cannot be evaluated until they are labelled anew. */
  samples: { id: string; label: string }[];
  /** Suggestions that are no option any more; they are to be dropped. */
  suggestions: string[];
  removed_options: string[];
  added_options: string[];
  /** The same ids in another order. Nothing misfits, but it is another configuration. */
  reordered: boolean;
  /** Question, kind or descriptions differ: labels may have to be looked at again, which only a person can tell. */
  reworded: boolean;
}

/** Compares the question that a set was made for with the question as it is now. */
export function findMisfits(samples: Iterable<Sample>, before: SampleQuestion, now: SampleQuestion): Misfits {
  const options = new Map(now.options.map(({ id, description }) => [id, description]));
  const known = new Map(before.options.map(({ id, description }) => [id, description]));
  const misfits: Misfits = {
    samples: [],
    suggestions: [],
    removed_options: [...known.keys()].filter((id) => !options.has(id)),
    added_options: [...options.keys()].filter((id) => !known.has(id)),
    reordered: false,
    reworded: before.question !== now.question || before.kind !== now.kind,
  };
  const kept = [...known.keys()].filter((id) => options.has(id));
  const keptNow = [...options.keys()].filter((id) => known.has(id));
  misfits.reordered = kept.some((id, index) => keptNow[index] !== id);
  misfits.reworded ||= kept.some((id) => known.get(id) !== options.get(id));
  for (const { id, label, suggestion } of samples) {
    if (label !== null && !options.has(label)) misfits.samples.push({ id, label });
    if (suggestion !== null && !options.has(suggestion.label)) misfits.suggestions.push(id);
  }
  return misfits;
}
