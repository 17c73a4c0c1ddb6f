import { Table } from '@mantine/core';
import type { Classification } from '../../../workbench/statistics/classification.ts';
import { MIN_CASES_FOR_A_RATE } from '../../../workbench/statistics/proportions.ts';
import { lookOf } from '../../app/theme/hues.ts';
import { formatShare } from '../../charts/format-number.ts';
import { MeasureHelp } from '../../charts/measure-help.tsx';
import type { JoinedRun } from '../../runs/join-run.ts';
import { judgedRow } from '../../runs/row-entry.tsx';
import { RowsButton } from '../../runs/rows-panel.tsx';
import { cell } from './pick-rows.ts';
import classes from './results.module.css';

interface Props {
  classification: Classification;
  joined: JoinedRun;
  hueOf: (option: string) => number;
}

/** What is found and what is right, option by option; no rate for fewer than ten cases. */
export function OptionTable({ classification, joined, hueOf }: Props) {
  return (
    <section className={classes.card} aria-labelledby="options-title">
      <h3 id="options-title" className={classes.title}>
        By option
      </h3>
      <p className={classes.sentence}>Rates stand only where at least {MIN_CASES_FOR_A_RATE} cases carry them.</p>
      <Table.ScrollContainer minWidth={420} maxHeight={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={2} horizontalSpacing="xs" tabularNums fz="xs" stickyHeader aria-label="By option">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Option</Table.Th>
              <Table.Th scope="col" ta="right">
                Labelled
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Answered
              </Table.Th>
              <Table.Th scope="col" ta="right">
                <MeasureHelp measure="precision" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                <MeasureHelp measure="recall" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                <MeasureHelp measure="f1" />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {classification.options.map((rates) => (
              <Table.Tr key={rates.option}>
                <Table.Th scope="row" fw={500} className={classes.optionHead} title={rates.option}>
                  <span
                    className={classes.swatch}
                    style={{ background: lookOf(hueOf(rates.option)).color }}
                    aria-hidden
                  />
                  {rates.option}
                </Table.Th>
                <Table.Td ta="right">
                  <Count
                    count={rates.support}
                    title={`Labelled ${rates.option}`}
                    joined={joined}
                    label={rates.option}
                    choice={null}
                  />
                </Table.Td>
                <Table.Td ta="right">
                  <Count
                    count={rates.chosen}
                    title={`Answered ${rates.option}`}
                    joined={joined}
                    label={null}
                    choice={rates.option}
                  />
                </Table.Td>
                <Table.Td ta="right">
                  {rates.enoughForPrecision ? formatShare(rates.precision) : `${rates.hits} of ${rates.chosen}`}
                </Table.Td>
                <Table.Td ta="right">
                  {rates.enoughForRecall ? formatShare(rates.recall) : `${rates.hits} of ${rates.support}`}
                </Table.Td>
                <Table.Td ta="right">
                  {rates.enoughForPrecision && rates.enoughForRecall ? formatShare(rates.f1) : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

interface CountProps {
  count: number;
  title: string;
  joined: JoinedRun;
  label: string | null;
  choice: string | null;
}

function Count({ count, title, joined, label, choice }: CountProps) {
  if (count === 0) return 0;
  return (
    <RowsButton
      label={`${title}: ${count}`}
      list={() => ({ title, rows: cell(joined, label, choice).map((judged) => judgedRow(judged)) })}
    >
      {count}
    </RowsButton>
  );
}
