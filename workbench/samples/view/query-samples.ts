import type { SampleQuery } from '../../contract/samples.ts';
import type { SetView, ViewEntry } from './set-view.ts';

/**
 * The samples that a query asks for, in its order, all of them: a window is cut from the answer. Synchronous, some tens
 * of milliseconds for 100,000 samples.
 * @param misfits why samples do not fit the decision as it is now, by id
 */
export function querySamples(
  view: SetView,
  query: Omit<SampleQuery, 'id' | 'offset' | 'limit'>,
  misfits: ReadonlyMap<string, string>,
): readonly ViewEntry[] {
  const tests = [
    searchTest(query.search),
    labelTest(query.label),
    partTest(view, query.part),
    onlyTest(view, query.only, misfits),
  ].filter((test) => test !== null);
  const found = tests.length === 0 ? view.entries : view.entries.filter((entry) => tests.every((test) => test(entry)));
  return sortEntries(found, query.sort);
}

type Test = (entry: ViewEntry) => boolean;

function searchTest(search: string): Test | null {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  return words.length === 0 ? null : ({ text }) => words.every((word) => text.includes(word));
}

function labelTest(label: SampleQuery['label']): Test | null {
  if (label === 'any') return null;
  const wanted = label === 'none' ? null : label.option;
  return ({ sample }) => sample.label === wanted;
}

function partTest(view: SetView, part: SampleQuery['part']): Test | null {
  return part === 'any' ? null : ({ sample }) => view.part(sample.id) === part;
}

function onlyTest(view: SetView, only: SampleQuery['only'], misfits: ReadonlyMap<string, string>): Test | null {
  switch (only) {
    case 'all':
      return null;
    case 'disputed':
      return ({ sample }) => sample.disputed;
    case 'suggested':
      return ({ sample }) => sample.suggestion !== null;
    case 'duplicates':
      return ({ sample }) => view.equalEvidence(sample.id).length > 0;
    case 'misfits':
      return ({ sample }) => misfits.has(sample.id);
  }
}

/** Ties keep the set's order. */
function sortEntries(entries: readonly ViewEntry[], sort: SampleQuery['sort']): readonly ViewEntry[] {
  switch (sort) {
    case 'as-imported':
      return entries;
    case 'id':
      return entries.toSorted((a, b) => (a.sample.id < b.sample.id ? -1 : 1));
    case 'label':
      return sortByNumber(entries, labelRanks(entries));
    case 'length':
      return sortByNumber(entries, ({ sample }) => sample.evidence.text.length);
    case 'uncertain-first':
      // What nobody suggested anything for is not uncertain but unknown: it comes last.
      return sortByNumber(entries, ({ sample }) => sample.suggestion?.confidence ?? 2);
  }
}

function sortByNumber(entries: readonly ViewEntry[], key: (entry: ViewEntry) => number): ViewEntry[] {
  return entries.toSorted((a, b) => key(a) - key(b) || a.place - b.place);
}

/** Labels in alphabetical order, samples without one last. */
function labelRanks(entries: readonly ViewEntry[]): (entry: ViewEntry) => number {
  const labels = new Set<string>();
  for (const { sample } of entries) if (sample.label !== null) labels.add(sample.label);
  const ranks = new Map([...labels].sort().map((label, rank) => [label, rank]));
  return ({ sample }) => (sample.label === null ? ranks.size : (ranks.get(sample.label) ?? 0));
}
