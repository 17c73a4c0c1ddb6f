import { createPacer } from '../../workbench/samples/pacer.ts';
import { querySamples } from '../../workbench/samples/view/query-samples.ts';
import type { SetView } from '../../workbench/samples/view/set-view.ts';

/** What a person does not feel as waiting, in ms. The benches hold it; specs take ten times as much. */
export const ANSWER_LIMIT_MS = 100;

type Query = Parameters<typeof querySamples>[1];

const everything = {
  search: '',
  label: 'any',
  part: 'any',
  only: 'all',
  sort: 'as-imported',
} as const satisfies Query;

const queries: Partial<Query>[] = [
  { search: 's-9999 many' },
  { label: 'none' },
  { part: 'tune' },
  { only: 'duplicates' },
  { sort: 'id' },
  { sort: 'label' },
  { sort: 'length' },
  { sort: 'uncertain-first' },
];

/** Milliseconds of each kind of query, asked that many times over. */
export async function timeQueries(view: SetView, rounds: number): Promise<number[][]> {
  const all: number[][] = [];
  for (const own of queries) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await querySamples(view, { ...everything, ...own }, new Map(), createPacer());
      times.push(performance.now() - began);
    }
    all.push(times);
  }
  return all;
}
