import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import { type ColumnId, columnFacts, columnIds, columns, features, isColumnId, tracksOf } from './columns.tsx';
import type { RowView } from './row-view.ts';
import classes from './sample-table.module.css';

/** One line of text; all rows are of one height, so that 100,000 of them need no measuring. */
const ROW_HEIGHT = 34;
/** Rows that are drawn beyond the view, so that fast scrolling shows no gaps. */
const OVERSCAN = 12;

interface Props {
  total: number;
  rowAt: (index: number) => SampleRow | undefined;
  selected: number;
  onSelect: (index: number) => void;
  /** Enter, or a double click. */
  onOpen: () => void;
  /** The slash, as in many tables. */
  onSearch: () => void;
  onRange: (first: number, last: number) => void;
  shownColumns: ReadonlySet<ColumnId>;
  sort: RowView['sort'];
  onSort: (sort: RowView['sort']) => void;
  /** Changes when another list is shown: it begins at its top. */
  listKey: string;
}

/** All samples of a list, of which those in view are drawn. */
export function SampleTable(props: Props) {
  const { total, rowAt, selected, onSelect, onOpen, onSearch, onRange, shownColumns, sort, onSort, listKey } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange(first, last), [onRange, first, last]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list begins at its top
  useEffect(() => virtualizer.scrollToOffset(0), [listKey]);
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: 'auto' });
  }, [virtualizer, selected]);

  const data = items.map(({ index }) => ({ index, row: rowAt(index) }));
  const columnVisibility = useMemo(
    () => Object.fromEntries(columnIds.map((id) => [id, shownColumns.has(id)])),
    [shownColumns],
  );
  const table = useTable({
    features,
    columns,
    data,
    state: { columnVisibility },
    getRowId: ({ index }) => String(index),
  });
  const tracks = useMemo(() => tracksOf(shownColumns), [shownColumns]);
  const template = { gridTemplateColumns: tracks.template };

  const move = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const screenful = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const target = targetOf(event.key, selected, total, screenful);
    if (target !== null) {
      event.preventDefault();
      onSelect(target);
    } else if (event.key === 'Enter' && event.target === event.currentTarget && selected >= 0) {
      event.preventDefault();
      onOpen();
    } else if (event.key === '/' && event.target === event.currentTarget) {
      event.preventDefault();
      onSearch();
    }
  };

  return (
    <div ref={scroll} className={classes.scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen in it, with the keys of a grid
        role="grid"
        className={classes.table}
        style={{ minWidth: tracks.minWidth }}
        aria-label="Samples"
        aria-rowcount={total + 1}
        aria-colcount={tracks.count}
        aria-activedescendant={items.some(({ index }) => index === selected) ? `sample-row-${selected}` : undefined}
        tabIndex={0}
        onKeyDown={move}
      >
        <thead className={classes.head}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className={classes.row} aria-rowindex={1} style={template}>
              {group.headers.map(({ id, column }) => (
                <HeaderCell key={id} column={column.id} sort={sort} onSort={onSort} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {table.getRowModel().rows.map((row) => {
            const { index } = row.original;
            return (
              <tr
                key={row.id}
                id={`sample-row-${index}`}
                className={classes.row}
                aria-rowindex={index + 2}
                aria-selected={index === selected}
                style={{ ...template, transform: `translateY(${index * ROW_HEIGHT}px)` }}
                onClick={() => onSelect(index)}
                onDoubleClick={onOpen}
              >
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={classes.cell} data-column={cell.column.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell({ column, sort, onSort }: { column: string; sort: RowView['sort']; onSort: Props['onSort'] }) {
  if (!isColumnId(column)) return null;
  const { name, sort: own } = columnFacts[column];
  const label = column === 'place' ? 'Place' : name;
  const sorted = own !== null && own === sort;
  return (
    <th
      scope="col"
      className={classes.headCell}
      data-column={column}
      aria-sort={own === null ? undefined : sorted ? 'ascending' : 'none'}
    >
      {own === null ? (
        name
      ) : (
        <button
          type="button"
          className={classes.sort}
          aria-label={`Sort by ${label}`}
          tabIndex={-1}
          onClick={() => onSort(own)}
        >
          {name}
          {sorted && own !== 'as-imported' && <span aria-hidden> ↓</span>}
        </button>
      )}
    </th>
  );
}

function targetOf(key: string, selected: number, total: number, screenful: number): number | null {
  if (total === 0) return null;
  const within = (index: number): number => Math.min(total - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return within(selected + 1);
    case 'ArrowUp':
      return within(selected - 1);
    case 'PageDown':
      return within(selected + screenful);
    case 'PageUp':
      return within(selected - screenful);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
