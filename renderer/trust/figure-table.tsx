import { Table } from '@mantine/core';
import type { PartFigures } from '../../workbench/contract/configurations.ts';
import { MIN_CASES_FOR_A_RATE } from '../../workbench/statistics/proportions.ts';
import {
  formatBound,
  formatInterval,
  formatNumber,
  formatPercent,
  formatShare,
  NOTHING,
} from '../charts/format-number.ts';
import { MeasureHelp } from '../charts/measure-help.tsx';
import { type RowList, RowsButton } from '../runs/rows-panel.tsx';
import classes from './trust-screen.module.css';

export interface PartLine {
  name: string;
  /** What to think of figures of this part. */
  remark: string;
  figures: PartFigures;
  accepted: (() => RowList) | null;
}

interface Props {
  lines: readonly PartLine[];
  /** Accuracy that the bound is held against; null without a target. */
  target: number | null;
}

/** The rule on both parts: where it was chosen, and where it is judged. */
export function FigureTable({ lines, target }: Props) {
  const costs = lines.some(({ figures }) => figures.mean_cost !== null);
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing={4} horizontalSpacing="xs" tabularNums fz="xs" aria-label="The rule on both parts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Part</Table.Th>
            <Table.Th scope="col" ta="right">
              Accepts
            </Table.Th>
            <Table.Th scope="col" ta="right">
              <MeasureHelp measure="accuracy">Accuracy of these</MeasureHelp>
            </Table.Th>
            <Table.Th scope="col" ta="right">
              <MeasureHelp measure="threshold">Lower bound</MeasureHelp>
            </Table.Th>
            <Table.Th scope="col" ta="right">
              <MeasureHelp measure="log_loss" />
            </Table.Th>
            {costs && (
              <Table.Th scope="col" ta="right">
                <MeasureHelp measure="realised_cost">Mean cost</MeasureHelp>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ name, remark, figures, accepted }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={600}>
                {name} (n = {figures.n})<span className={classes.remark}>{remark}</span>
              </Table.Th>
              <Table.Td ta="right">
                {formatPercent(figures.coverage)}
                <span className={classes.remark}>
                  {accepted === null || figures.accepted === 0 ? (
                    figures.accepted
                  ) : (
                    <RowsButton list={accepted} label={`${figures.accepted} accepted samples of ${name}`}>
                      {figures.accepted}
                    </RowsButton>
                  )}{' '}
                  of {figures.n}
                </span>
              </Table.Td>
              <Table.Td ta="right">
                {figures.accepted < MIN_CASES_FOR_A_RATE
                  ? `${figures.right} of ${figures.accepted}`
                  : `${formatShare(figures.accuracy)} ${formatInterval(asInterval(figures.accuracy_interval))}`}
              </Table.Td>
              <Table.Td ta="right">
                {formatBound(figures.accuracy_lower_bound)}
                <span className={classes.remark}>{judge(figures.accuracy_lower_bound, target)}</span>
              </Table.Td>
              <Table.Td ta="right">
                {figures.log_loss_before === figures.log_loss_after
                  ? formatNumber(figures.log_loss_after, 3)
                  : `${formatNumber(figures.log_loss_before, 3)} → ${formatNumber(figures.log_loss_after, 3)}`}
              </Table.Td>
              {costs && (
                <Table.Td ta="right">
                  {figures.mean_cost === null
                    ? NOTHING
                    : `${formatNumber(figures.mean_cost, 3)} ${formatInterval(asInterval(figures.mean_cost_interval))}`}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function asInterval(ends: readonly [number, number] | null) {
  return ends === null ? null : { low: ends[0], high: ends[1] };
}

function judge(bound: number | null, target: number | null): string {
  if (target === null) return '';
  if (bound === null) return 'nothing accepted';
  return bound >= target ? `reaches ${target}` : `below ${target}`;
}
