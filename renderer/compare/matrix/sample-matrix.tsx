import { NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { formatProbability } from '../../decide/result/describe-bars.ts';
import { useRowsPanel } from '../../runs/rows-panel.tsx';
import type { AlignedRun } from '../align-runs.ts';
import { bothOf } from '../comparison-table.tsx';
import { filterRows, type MatrixFilter, matrixFilters } from './filter-rows.ts';
import classes from './sample-matrix.module.css';

const ROW_HEIGHT = 34;

/** Rows that a run leaves to somebody else, because the configuration that it ran under says so. */
function abstainedRows({ judged }: AlignedRun): Set<number> {
  return new Set([...judged.keys()].filter((at) => judged[at]?.row.abstained === true));
}

interface Props {
  baseline: AlignedRun;
  candidates: readonly AlignedRun[];
}

/** Samples × configurations. J and K (or the arrow keys) move, Enter opens. */
export function SampleMatrix({ baseline, candidates }: Props) {
  const openRows = useRowsPanel();
  const [otherId, setOtherId] = useState<string | null>(null);
  const [filter, setFilter] = useState<MatrixFilter>('all');
  const [active, setActive] = useState(0);
  const scroll = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const other = candidates.find(({ summary }) => summary.run.id === otherId) ?? candidates[0];
  const runs = useMemo(() => [baseline, ...candidates], [baseline, candidates]);
  const left = useMemo(() => new Map(runs.map((run) => [run, abstainedRows(run)])), [runs]);
  const filtered = useMemo(() => {
    if (other === undefined) return null;
    return filterRows(baseline, other, new Set([...left.values()].flatMap((rows) => [...rows])));
  }, [baseline, other, left]);
  const rows = filtered?.[filter] ?? [];
  const at = Math.min(active, rows.length - 1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });

  if (other === undefined || filtered === null) return null;
  const open = (row: number): void => {
    const sample = baseline.judged[row];
    if (sample !== undefined) openRows({ title: sample.sample.id, rows: bothOf([row], runs) });
  };
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const row = rows[at];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) move(step === 'first' ? 0 : step === 'last' ? rows.length - 1 : at + step);
    else if (event.key === 'Enter' && row !== undefined) open(row);
    else return;
    event.preventDefault();
  };
  const columns = { gridTemplateColumns: `6rem minmax(14rem, 1fr) 8rem repeat(${runs.length}, 11.5rem)` };
  const width = { minWidth: `${32 + 12.1 * runs.length}rem` };

  return (
    <section className={classes.matrix} aria-labelledby={`${gridId}-title`}>
      <div className={classes.head}>
        <h2 id={`${gridId}-title`} className={classes.title}>
          Sample by sample
        </h2>
        {candidates.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Other run of the filters"
            value={other.summary.run.id}
            data={candidates.map(({ summary }) => ({
              value: summary.run.id,
              label: `against ${summary.run.configuration.name}`,
            }))}
            onChange={(event) => setOtherId(event.currentTarget.value)}
          />
        )}
        <span className={classes.keys}>J and K move, Enter opens</span>
      </div>
      <SegmentedControl
        size="xs"
        aria-label="Which samples"
        className={classes.filters}
        value={filter}
        onChange={(value) => {
          setFilter(matrixFilters.find((name) => name === value) ?? 'all');
          setActive(0);
          virtual.scrollToIndex(0);
        }}
        data={matrixFilters.map((name) => ({ value: name, label: `${filterWords[name]} ${filtered[name].length}` }))}
      />
      <div ref={scroll} className={classes.scroll}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are moved through by keys
          role="grid"
          className={classes.grid}
          style={width}
          tabIndex={0}
          aria-label="Samples and configurations"
          aria-rowcount={rows.length + 1}
          aria-activedescendant={rows.length === 0 ? undefined : `${gridId}-${at}`}
          onKeyDown={press}
        >
          <thead>
            <tr className={classes.row} style={columns} data-head>
              <th scope="col">Sample</th>
              <th scope="col">Evidence</th>
              <th scope="col">Label</th>
              {runs.map(({ summary }) => (
                <th scope="col" key={summary.run.id} className={classes.cell}>
                  <span className={classes.choice} title={summary.run.configuration.name}>
                    {summary.run.configuration.name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index] ?? 0;
              const before = baseline.judged[row];
              return (
                <tr
                  key={row}
                  id={`${gridId}-${index}`}
                  aria-rowindex={index + 2}
                  aria-selected={index === at}
                  className={classes.row}
                  data-active={index === at || undefined}
                  style={{ ...columns, transform: `translateY(${start}px)` }}
                  onClick={() => {
                    setActive(index);
                    open(row);
                  }}
                >
                  <td className={classes.id}>{before?.sample.id}</td>
                  <td className={classes.excerpt}>{before?.sample.excerpt}</td>
                  <td className={classes.cell}>{before?.label}</td>
                  {runs.map((run) => (
                    <Answer
                      key={run.summary.run.id}
                      judged={run.judged[row]}
                      abstains={left.get(run)?.has(row) ?? false}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {rows.length === 0 && <p className={classes.none}>{noneWords[filter]}</p>}
      </div>
    </section>
  );
}

/** The first choice, and whether it is acted on. */
function Answer({ judged, abstains }: { judged: AlignedRun['judged'][number] | undefined; abstains: boolean }) {
  if (judged === undefined) return <td />;
  return (
    <td className={classes.cell} data-wrong={!judged.right || undefined}>
      {judged.right ? (
        <IconCheck size={13} aria-label="right" className={classes.right} />
      ) : (
        <IconX size={13} aria-label="wrong" className={classes.wrong} />
      )}
      <span className={classes.choice}>{judged.choice}</span> {formatProbability(judged.confidence)}
      {abstains && <span className={classes.abstains}>abstains</span>}
    </td>
  );
}

const steps: Readonly<Record<string, number | 'first' | 'last' | undefined>> = {
  j: 1,
  J: 1,
  ArrowDown: 1,
  k: -1,
  K: -1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: 'first',
  End: 'last',
};

const filterWords: Record<MatrixFilter, string> = {
  all: 'All',
  differ: 'Differ',
  'only-baseline': 'Only baseline right',
  'only-other': 'Only other right',
  'both-wrong': 'Both wrong',
  abstained: 'Abstained',
};

const noneWords: Record<MatrixFilter, string> = {
  all: 'No sample is compared.',
  differ: 'Both answer every sample the same.',
  'only-baseline': 'There is no sample that only the baseline has right.',
  'only-other': 'There is no sample that only the other has right.',
  'both-wrong': 'There is no sample that both have wrong.',
  abstained: 'No answer was left to somebody else. That needs runs under a saved configuration with a threshold.',
};
