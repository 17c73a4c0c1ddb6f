import { Table } from '@mantine/core';
import type { Classification } from '../../../workbench/statistics/classification.ts';
import { countOf } from '../../charts/format-number.ts';
import { MeasureHelp } from '../../charts/measure-help.tsx';
import type { JoinedRun } from '../../runs/join-run.ts';
import { judgedRow } from '../../runs/row-entry.tsx';
import { RowsButton } from '../../runs/rows-panel.tsx';
import { cell } from './pick-rows.ts';
import classes from './results.module.css';

// A larger matrix is unreadable; the table by option says the same in lines.
const MOST_OPTIONS = 30;

/** Counts of (label, first choice). The ground says how many, and so does the number. */
export function ConfusionMatrix({ classification, joined }: { classification: Classification; joined: JoinedRun }) {
  const { options, confusion, n } = classification;
  const shown = options.filter(({ support, chosen }) => options.length <= MOST_OPTIONS || support + chosen > 0);
  const most = Math.max(1, ...confusion.map((line) => line.reduce((largest, count) => Math.max(largest, count), 0)));
  return (
    <section className={classes.card} aria-labelledby="confusion-title">
      <h3 id="confusion-title" className={classes.title}>
        <MeasureHelp measure="confusion" />
      </h3>
      <p className={classes.sentence}>{describe(classification)}</p>
      {n > 0 && shown.length > MOST_OPTIONS && (
        <p className={classes.sentence}>
          {shown.length} options occur, too many for a matrix: the table by option has their counts.
        </p>
      )}
      {n > 0 && shown.length <= MOST_OPTIONS && (
        <Table.ScrollContainer minWidth={shown.length * 64 + 120} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing={2} horizontalSpacing={4} tabularNums fz="xs" aria-label="Confusion matrix">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">label ↓ answered →</Table.Th>
                {shown.map(({ option }) => (
                  <Table.Th key={option} scope="col" ta="center" className={classes.optionHead} title={option}>
                    {option}
                  </Table.Th>
                ))}
                <Table.Th scope="col" ta="center">
                  all
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ option: label, support }) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row" fw={500} className={classes.optionHead} title={label}>
                    {label}
                  </Table.Th>
                  {shown.map(({ option: choice }) => {
                    const count =
                      confusion[options.findIndex(({ option }) => option === label)]?.[
                        options.findIndex(({ option }) => option === choice)
                      ];
                    return (
                      <Table.Td key={choice} ta="center" p={2}>
                        <span className={classes.cell} data-right={label === choice || undefined}>
                          <span
                            className={classes.cellGround}
                            aria-hidden
                            style={{ opacity: ((count ?? 0) / most) * 0.28 }}
                          />
                          {count === undefined || count === 0 ? (
                            <span className={classes.zero}>0</span>
                          ) : (
                            <RowsButton
                              label={`${countOf(count, 'sample')} of ${label} answered ${choice}`}
                              list={() => ({
                                title: `${label}, answered ${choice}`,
                                rows: cell(joined, label, choice).map((judged) => judgedRow(judged)),
                              })}
                            >
                              {count}
                            </RowsButton>
                          )}
                        </span>
                      </Table.Td>
                    );
                  })}
                  <Table.Td ta="center">{support}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}

/** The pair that is confused most. */
function describe({ options, confusion, n, accuracy }: Classification): string {
  if (n === 0) return 'No labelled sample is scored yet.';
  if (accuracy.successes === n) return `All ${countOf(n, 'sample')} lie on the diagonal.`;
  let worst = { label: '', choice: '', count: 0 };
  for (const [row, line] of confusion.entries()) {
    for (const [column, count] of line.entries()) {
      if (row === column || count <= worst.count) continue;
      worst = { label: options[row]?.option ?? '', choice: options[column]?.option ?? '', count };
    }
  }
  return `${n - accuracy.successes} of ${n} lie off the diagonal; most often ${worst.label} is answered ${worst.choice} (${worst.count}).`;
}
