import { Button, Table } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Measure } from '../../workbench/statistics/measures.ts';
import classes from './chart-frame.module.css';
import { MeasureHelp } from './measure-help.tsx';

export interface ChartTable {
  head: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

interface Props {
  title: string;
  /** What explains it. */
  measure: Measure;
  /** What the chart shows, for people who do not see it and for people who would rather read. */
  sentence: string;
  /** The same numbers; null while there are none, and then there is no chart either. */
  table: ChartTable | null;
  children: ReactNode;
}

/** A chart with the sentence that says what it shows, and its numbers as a table. */
export function ChartFrame({ title, measure, sentence, table, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section className={classes.frame} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          <MeasureHelp measure={measure}>{title}</MeasureHelp>
        </h3>
        {table !== null && (
          <Button size="compact-xs" variant="subtle" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </div>
      <p className={classes.sentence}>{sentence}</p>
      {table !== null && (asTable ? <NumberTable table={table} caption={title} /> : children)}
    </section>
  );
}

/** A plain table of numbers. */
export function NumberTable({ table, caption }: { table: ChartTable; caption: string }) {
  return (
    <Table.ScrollContainer minWidth={280} maxHeight={340} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing={3} horizontalSpacing="xs" tabularNums stickyHeader fz="xs" aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            {table.head.map((name, at) => (
              <Table.Th key={name} scope="col" ta={at === 0 ? undefined : 'right'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map(({ key, cells: [first, ...rest] }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={500}>
                {first}
              </Table.Th>
              {rest.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of a row have their places
                <Table.Td key={at} ta="right">
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
