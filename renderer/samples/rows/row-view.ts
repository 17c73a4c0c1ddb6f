import type { SampleQuery } from '../../../workbench/contract/samples.ts';

/** Which samples of a set the table shows, and in which order. */
export type RowView = Pick<SampleQuery, 'search' | 'label' | 'part' | 'only' | 'sort'>;

export const wholeSet: RowView = { search: '', label: 'any', part: 'any', only: 'all', sort: 'as-imported' };

/** Whether samples are left out; the order alone leaves out none. */
export function isFiltered({ search, label, part, only }: RowView): boolean {
  return search.trim() !== '' || label !== 'any' || part !== 'any' || only !== 'all';
}

export const sortWords: Record<RowView['sort'], string> = {
  'as-imported': 'As imported',
  id: 'By id',
  label: 'By label',
  'uncertain-first': 'Most uncertain first',
  length: 'Longest first',
};

export const partWords: Record<RowView['part'], string> = {
  any: 'Tune and test',
  tune: 'Tune only',
  test: 'Test only',
};

export const onlyWords: Record<RowView['only'], string> = {
  all: 'All samples',
  disputed: 'Label disputed',
  suggested: 'With a suggestion',
  duplicates: 'Same evidence twice',
  misfits: 'No longer fitting',
};
