import type { SampleQuery } from '../../contract/samples.ts';
import type { Pacer } from '../pacer.ts';
import type { SetView, ViewEntry } from './set-view.ts';
import { sortPaced } from './sort-paced.ts';

/**
 * The samples that a query asks for, in its order, all of them: a window is cut from the answer. Some tens of
 * milliseconds for 100,000 samples, in slices.
 * @param misfits why samples do not fit the decision as it is now, by id
 */
export async function querySamples(
  view: SetView,
  query: Omit<SampleQuery, 'id' | 'offset' | 'limit'>,
  misfits: ReadonlyMap<string, string>,
  pace: Pacer,
): Promise<readonly ViewEntry[]> {
  const tests = [
    searchTest(query.search),
    labelTest(query.label),
    partTest(view, query.part),
    onlyTest(view, query.only, misfits),
  ].filter((test) => test !== null);
  return sortEntries(await filterPaced(view.entries, tests, pace), query.sort, pace);
}

type Test = (entry: ViewEntry) => boolean;

/** Entries that are looked at between two looks at the clock. */
const AT_ONCE = 1_024;

async function filterPaced(entries: readonly ViewEntry[], tests: readonly Test[], pace: Pacer) {
  if (tests.length === 0) return entries;
  const found: ViewEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (tests.every((test) => test(entry))) found.push(entry);
    if (index % AT_ONCE === 0) await pace();
  }
  return found;
}

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
async function sortEntries(
  entries: readonly ViewEntry[],
  sort: SampleQuery['sort'],
  pace: Pacer,
): Promise<readonly ViewEntry[]> {
  const byNumber = (key: (entry: ViewEntry) => number) => sortPaced(entries, (a, b) => key(a) - key(b), pace);
  switch (sort) {
    case 'as-imported':
      return entries;
    case 'id':
      return sortPaced(entries, (a, b) => (a.sample.id < b.sample.id ? -1 : 1), pace);
    case 'label':
      return byNumber(labelRanks(entries));
    case 'length':
      return byNumber(({ sample }) => sample.evidence.text.length);
    case 'uncertain-first':
      // What nobody suggested anything for is not uncertain but unknown: it comes last.
      return byNumber(({ sample }) => sample.suggestion?.confidence ?? 2);
  }
}

/** Labels in alphabetical order, samples without one last. */
function labelRanks(entries: readonly ViewEntry[]): (entry: ViewEntry) => number {
  const labels = new Set<string>();
  for (const { sample } of entries) if (sample.label !== null) labels.add(sample.label);
  const ranks = new Map([...labels].sort().map((label, rank) => [label, rank]));
  return ({ sample }) => (sample.label === null ? ranks.size : (ranks.get(sample.label) ?? 0));
}
