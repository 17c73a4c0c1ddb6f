import type { QueryClient } from '@tanstack/react-query';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import type { WorkbenchClient } from '../../app/connection/workbench-client.ts';
import type { RowView } from './row-view.ts';

/** Rows that are asked for at once: some five screens, a few milliseconds' work. */
export const PAGE_ROWS = 100;
/** Pages that scrolled away are kept this long, so that scrolling back shows them at once. */
const KEPT_MS = 60_000;

export interface RowPage {
  total: number;
  rows: SampleRow[];
}

/** A state of the list: it changes when the view does, or when rows came or went. */
export interface ListState {
  id: string;
  view: RowView;
  revision: number;
}

let revisions = 0;

/** A number that no list had before: a set that is opened again is read again, whatever happened to it meanwhile. */
export function nextRevision(): number {
  revisions += 1;
  return revisions;
}

export function pagesKey(id: string) {
  return ['sample-rows', id] as const;
}

/** How a page of the list is asked for; pages never grow old, since edits are written into them. */
export function pageQuery(client: WorkbenchClient, { id, view, revision }: ListState, page: number) {
  return {
    queryKey: [...pagesKey(id), revision, view, page],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<RowPage> =>
      client.samples.query({ id, ...view, offset: page * PAGE_ROWS, limit: PAGE_ROWS }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  };
}

/** The pages that hold the rows from `first` to `last`. */
export function pagesOf(first: number, last: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(Math.max(0, first) / PAGE_ROWS); page * PAGE_ROWS <= last; page += 1) pages.push(page);
  return pages;
}

/** Writes a change of one sample into all pages that are held; no row moves. */
export function patchRow(
  cache: QueryClient,
  setId: string,
  sampleId: string,
  change: (row: SampleRow) => SampleRow,
): void {
  cache.setQueriesData<RowPage>({ queryKey: pagesKey(setId) }, (page) => {
    if (page === undefined || !page.rows.some(({ sample }) => sample.id === sampleId)) return page;
    return { ...page, rows: page.rows.map((row) => (row.sample.id === sampleId ? change(row) : row)) };
  });
}
