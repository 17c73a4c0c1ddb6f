import { Button, Checkbox, NativeSelect, Popover, Text, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { type ColumnId, columnFacts, columnIds } from './columns.tsx';
import classes from './filter-bar.module.css';
import { isFiltered, onlyWords, partWords, type RowView, sortWords, wholeSet } from './row-view.ts';

interface Props {
  view: RowView;
  onView: (view: RowView) => void;
  /** Option ids that can be filtered by; empty in a mixed set. */
  options: readonly string[];
  total: number;
  samples: number;
  shownColumns: ReadonlySet<ColumnId>;
  onColumns: (shown: ReadonlySet<ColumnId>) => void;
  search: RefObject<HTMLInputElement | null>;
}

/** Search, filters, order and columns of the table; what is left is counted. */
export function FilterBar({ view, onView, options, total, samples, shownColumns, onColumns, search }: Props) {
  const change = (patch: Partial<RowView>): void => onView({ ...view, ...patch });
  const filtered = isFiltered(view);
  return (
    <search className={classes.bar} aria-label="Which samples are shown">
      <TextInput
        ref={search}
        className={classes.search}
        size="xs"
        aria-label="Search evidence, id, note and label"
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={view.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label="Label"
        value={labelValue(view.label)}
        onChange={(event) => change({ label: labelOf(event.currentTarget.value) })}
        data={[
          { value: 'any', label: 'Any label or none' },
          { value: 'none', label: 'Without a label' },
          ...options.map((option) => ({ value: `=${option}`, label: option })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Part"
        value={view.part}
        onChange={(event) => change({ part: keyOf(partWords, event.currentTarget.value) ?? 'any' })}
        data={choices(partWords)}
      />
      <NativeSelect
        size="xs"
        aria-label="Only"
        value={view.only}
        onChange={(event) => change({ only: keyOf(onlyWords, event.currentTarget.value) ?? 'all' })}
        data={choices(onlyWords)}
      />
      <NativeSelect
        size="xs"
        aria-label="Order"
        value={view.sort}
        onChange={(event) => change({ sort: keyOf(sortWords, event.currentTarget.value) ?? 'as-imported' })}
        data={choices(sortWords)}
      />
      <Popover position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button size="xs" variant="default" leftSection={<IconColumns3 size={15} aria-hidden />}>
            Columns
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Columns of the table">
          {columnIds.map((id) => (
            <Checkbox
              key={id}
              size="xs"
              className={classes.column}
              label={id === 'place' ? 'Place' : columnFacts[id].name}
              checked={shownColumns.has(id)}
              onChange={() => onColumns(toggled(shownColumns, id))}
            />
          ))}
        </Popover.Dropdown>
      </Popover>
      <Text size="xs" c="dimmed" className={classes.count} role="status">
        {filtered ? `${total.toLocaleString('en')} of ${samples.toLocaleString('en')}` : say(samples)}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        className={classes.clear}
        data-hidden={!filtered || undefined}
        leftSection={<IconX size={13} aria-hidden />}
        onClick={() => onView({ ...wholeSet, sort: view.sort })}
      >
        Show all
      </Button>
    </search>
  );
}

function say(samples: number): string {
  return `${samples.toLocaleString('en')} ${samples === 1 ? 'sample' : 'samples'}`;
}

function labelValue(label: RowView['label']): string {
  return typeof label === 'string' ? label : `=${label.option}`;
}

function labelOf(value: string): RowView['label'] {
  if (value.startsWith('=')) return { option: value.slice(1) };
  return value === 'none' ? 'none' : 'any';
}

function choices(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

function keyOf<K extends string>(words: Record<K, string>, value: string): K | undefined {
  for (const key in words) if (key === value) return key;
  return undefined;
}

function toggled(shown: ReadonlySet<ColumnId>, id: ColumnId): ReadonlySet<ColumnId> {
  const next = new Set(shown);
  if (!next.delete(id)) next.add(id);
  // A table without columns could not be brought back by looking at it.
  return next.size === 0 ? shown : next;
}
