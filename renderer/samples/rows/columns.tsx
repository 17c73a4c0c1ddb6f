import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import { excerptOf } from './excerpt-of.ts';
import { LabelCell } from './label-cell.tsx';
import { RemarkCell } from './remark-cell.tsx';
import type { RowView } from './row-view.ts';

/** A row of the list by its place; the sample is missing while its page is on its way. */
export interface ListedRow {
  index: number;
  row: SampleRow | undefined;
}

export const features = tableFeatures({ columnVisibilityFeature });
const helper = createColumnHelper<typeof features, ListedRow>();

/** What each column is called, its least width in rem, its greatest, the order it stands for, and whether it shows at first. */
export const columnFacts = {
  place: { name: '#', min: 3.25, max: '4rem', sort: 'as-imported', shown: true },
  id: { name: 'Id', min: 5.5, max: '7.5rem', sort: 'id', shown: true },
  evidence: { name: 'Evidence', min: 10, max: '1fr', sort: null, shown: true },
  label: { name: 'Label', min: 7, max: '9.5rem', sort: 'label', shown: true },
  remarks: { name: 'Remarks', min: 4.75, max: '4.75rem', sort: null, shown: true },
  suggestion: { name: 'Suggestion', min: 8, max: '12rem', sort: 'uncertain-first', shown: false },
  part: { name: 'Part', min: 4, max: '4rem', sort: null, shown: false },
  group: { name: 'Group', min: 6, max: '10rem', sort: null, shown: false },
  note: { name: 'Note', min: 8, max: '16rem', sort: null, shown: false },
  length: { name: 'Characters', min: 6, max: '6rem', sort: 'length', shown: false },
  origin: { name: 'Source', min: 8, max: '14rem', sort: null, shown: false },
} as const satisfies Record<
  string,
  { name: string; min: number; max: string; sort: RowView['sort'] | null; shown: boolean }
>;

export type ColumnId = keyof typeof columnFacts;

export const columnIds = Object.keys(columnFacts).filter(isColumnId);

export function isColumnId(id: string): id is ColumnId {
  return id in columnFacts;
}

/** Space between columns and at the sides, in rem, as the style sheet has it. */
const GAP = 0.75;

/** Tracks of the grid for the shown columns, and the width below which the table scrolls sideways. */
export function tracksOf(shown: ReadonlySet<ColumnId>): { template: string; minWidth: string; count: number } {
  const facts = columnIds.filter((id) => shown.has(id)).map((id) => columnFacts[id]);
  const least = facts.reduce((sum, { min }) => sum + min + GAP, GAP);
  return {
    template: facts.map(({ min, max }) => `minmax(${min}rem, ${max})`).join(' '),
    minWidth: `${least}rem`,
    count: facts.length,
  };
}

export const columns = helper.columns([
  helper.display({ id: 'place', cell: ({ row }) => (row.original.index + 1).toLocaleString('en') }),
  helper.display({ id: 'id', cell: ({ row }) => row.original.row?.sample.id ?? '' }),
  helper.display({
    id: 'evidence',
    cell: ({ row }) => (row.original.row === undefined ? '…' : excerptOf(row.original.row.sample.evidence)),
  }),
  helper.display({
    id: 'label',
    cell: ({ row: { original } }) => original.row !== undefined && <LabelCell sample={original.row.sample} />,
  }),
  helper.display({
    id: 'remarks',
    cell: ({ row: { original } }) => original.row !== undefined && <RemarkCell row={original.row} />,
  }),
  helper.display({ id: 'suggestion', cell: ({ row }) => saySuggestion(row.original.row) }),
  helper.display({ id: 'part', cell: ({ row }) => row.original.row?.part ?? '' }),
  helper.display({ id: 'group', cell: ({ row }) => row.original.row?.sample.group ?? '' }),
  helper.display({ id: 'note', cell: ({ row }) => row.original.row?.sample.note ?? '' }),
  helper.display({
    id: 'length',
    cell: ({ row }) => row.original.row?.sample.evidence.text.length.toLocaleString('en') ?? '',
  }),
  helper.display({ id: 'origin', cell: ({ row }) => sayOrigin(row.original.row) }),
]);

function saySuggestion(row: SampleRow | undefined): string {
  const suggestion = row?.sample.suggestion;
  if (suggestion === undefined || suggestion === null) return '';
  return suggestion.confidence === null
    ? suggestion.label
    : `${suggestion.label} · ${suggestion.confidence.toFixed(2)}`;
}

function sayOrigin(row: SampleRow | undefined): string {
  const origin = row?.sample.origin;
  return origin === undefined || origin === null ? '' : `${origin.file}:${origin.line}`;
}
