import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Run } from '../../../workbench/contract/runs.ts';
import type { NullBand } from '../../../workbench/statistics/calibration.ts';
import { DRIFT_LIMIT } from '../../../workbench/statistics/drift.ts';
import type { Measure } from '../../../workbench/statistics/measures.ts';
import { MIN_CASES_FOR_A_RATE } from '../../../workbench/statistics/proportions.ts';
import {
  formatDifference,
  formatInterval,
  formatNumber,
  formatPercent,
  formatShare,
} from '../../charts/format-number.ts';
import { MeasureHelp } from '../../charts/measure-help.tsx';
import type { JoinedRun } from '../../runs/join-run.ts';
import { judgedRow } from '../../runs/row-entry.tsx';
import { RowsButton } from '../../runs/rows-panel.tsx';
import type { Results } from './compute-results.ts';
import { byLoss, confidentAndWrong, flipped, lowMass } from './pick-rows.ts';
import classes from './results.module.css';

interface Line {
  measure: Measure;
  name?: string;
  value: string;
  against: string;
  rows: { title: string; pick: () => JoinedRun['judged'] } | null;
}

/** The measures with what to read them against; each opens the rows that it rests on. */
export function MetricTable(props: {
  results: Results;
  joined: JoinedRun;
  band: NullBand | null;
  run: Run;
  yesNo: boolean;
}) {
  const lines = [...accuracyLines(props), ...scoreLines(props), ...checkLines(props)];
  return (
    <Table verticalSpacing={4} horizontalSpacing="xs" tabularNums aria-label="Measures" className={classes.metrics}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Measure</Table.Th>
          <Table.Th scope="col" ta="right">
            Value
          </Table.Th>
          <Table.Th scope="col">Read it against</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ measure, name, value, against, rows }) => (
          <Table.Tr key={`${measure} ${name ?? ''}`}>
            <Table.Th scope="row" fw={500}>
              <MeasureHelp measure={measure}>{name}</MeasureHelp>
            </Table.Th>
            <Table.Td ta="right">
              <Value rows={rows}>{value}</Value>
            </Table.Td>
            <Table.Td className={classes.against}>{against}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ rows, children }: { rows: Line['rows']; children: ReactNode }) {
  if (rows === null) return children;
  return (
    <RowsButton list={() => ({ title: rows.title, rows: rows.pick().map((judged) => judgedRow(judged)) })}>
      {children}
    </RowsButton>
  );
}

type Props = Parameters<typeof MetricTable>[0];

function accuracyLines({ results, joined }: Props): Line[] {
  const { classification, baselines, chance } = results;
  const { n, accuracy } = classification;
  const few = n < MIN_CASES_FOR_A_RATE;
  const wrong = { title: 'Wrong, most confident first', pick: () => confidentAndWrong(joined) };
  const majority = baselines.majority;
  const lines: Line[] = [
    {
      measure: 'accuracy',
      value: few ? `${accuracy.successes} of ${n}` : `${formatShare(accuracy.rate)} ${formatInterval(accuracy)}`,
      against: `${majority === null ? '' : `always ${majority.option} ${few ? `${Math.round(majority.share * n)} of ${n}` : formatShare(majority.share)}, `}guessing ${formatShare(chance)}${joined.mixed ? ', the mean of 1/K' : ''}`,
      rows: n === 0 ? null : wrong,
    },
  ];
  if (joined.mixed) return lines;
  return [
    ...lines,
    {
      measure: 'balanced_accuracy',
      value: few ? '–' : formatShare(classification.balancedAccuracy),
      against: few ? 'not shown for fewer than 10 samples' : `one answer for all: ${formatShare(occurring(results))}`,
      rows: few ? null : wrong,
    },
    {
      measure: 'macro_f1',
      value: few ? '–' : formatShare(classification.macroF1),
      against: few ? 'not shown for fewer than 10 samples' : '1 is perfect',
      rows: few ? null : wrong,
    },
  ];
}

/** Balanced accuracy of a constant answer: one over the options that occur as a label. */
function occurring({ classification }: Results): number | null {
  const labelled = classification.options.filter(({ support }) => support > 0).length;
  return labelled === 0 ? null : 1 / labelled;
}

function scoreLines({ results, joined, band, yesNo }: Props): Line[] {
  const { logLoss, brier, reliability, ordinal, selective } = results;
  const losses = { title: 'By loss, highest first', pick: () => byLoss(joined) };
  const none = joined.judged.length === 0;
  const clipped = logLoss.clipped === 0 ? '' : `; ${logLoss.clipped} clipped at 1e-15`;
  const prior =
    brier.ofClassPrior === null || joined.mixed ? null : yesNo ? brier.ofClassPrior / 2 : brier.ofClassPrior;
  const lines: Line[] = [
    {
      measure: 'log_loss',
      value: formatNumber(logLoss.value, 3),
      against: `lower is better; ${joined.mixed ? 'natural logarithm' : `equal shares give ${Math.log(joined.predictions.options.length).toFixed(3)}`}${clipped}`,
      rows: none ? null : losses,
    },
    {
      measure: 'brier',
      value: formatNumber(yesNo ? brier.halved : brier.value, 3),
      against: `${yesNo ? 'halved form, 0 to 1' : 'sum over options, 0 to 2'}${prior === null ? '' : `; the class prior gives ${prior.toFixed(3)}`}`,
      rows: none ? null : losses,
    },
  ];
  if (!joined.mixed) {
    lines.push({
      measure: 'brier_skill',
      value: formatNumber(brier.skill, 3),
      against: brier.skill === null && !none ? 'not defined: all labels are the same' : 'above 0 beats the class prior',
      rows: null,
    });
  }
  lines.push(
    {
      measure: 'ece',
      value: formatNumber(reliability.ece, 3),
      against: band === null ? 'null band is being computed' : sayBand(reliability.ece, band),
      rows: none ? null : { title: 'Wrong, most confident first', pick: () => confidentAndWrong(joined) },
    },
    { measure: 'mce', value: formatNumber(reliability.mce, 3), against: 'the worst bin; see its count', rows: null },
    {
      measure: 'signed_gap',
      value: formatDifference(reliability.signedGap, 3),
      against: 'below 0 is overconfident',
      rows: null,
    },
    { measure: 'aurc', value: formatNumber(selective.aurc, 3), against: 'lower is better', rows: null },
    {
      measure: 'e_aurc',
      value: formatNumber(selective.eAurc, 3),
      against: '0 is the best order of confidences',
      rows: null,
    },
    {
      measure: 'augrc',
      value: formatNumber(selective.augrc, 3),
      against: 'at most half of the error rate when useful',
      rows: null,
    },
  );
  if (ordinal !== null) {
    lines.push(
      { measure: 'rps', value: formatNumber(ordinal.rps, 3), against: '0 to 1, lower is better', rows: losses },
      {
        measure: 'mae_expected_level',
        value: formatNumber(ordinal.meanAbsoluteError, 2),
        against: `in levels, 0 to ${joined.predictions.options.length - 1}`,
        rows: losses,
      },
      {
        measure: 'quadratic_kappa',
        value: formatNumber(ordinal.quadraticKappa, 3),
        against: '1 is perfect, 0 is chance',
        rows: null,
      },
    );
  }
  return lines;
}

function sayBand(ece: number | null, band: NullBand): string {
  const ends = `chance alone ${band.low.toFixed(3)} to ${band.high.toFixed(3)}`;
  if (ece === null) return ends;
  return ece <= band.high ? `${ends}: nothing shown` : `${ends}: miscalibrated`;
}

function checkLines({ results, joined, run }: Props): Line[] {
  const { mass, orderFlips } = results;
  return [
    {
      measure: 'order_sensitivity',
      value: orderFlips === null ? '–' : `${orderFlips.successes} of ${orderFlips.total}`,
      against:
        orderFlips === null
          ? 'not asked: run with both orders (with option texts the order cannot matter)'
          : orderFlips.total < MIN_CASES_FOR_A_RATE
            ? 'first choices that change with the order'
            : `${formatPercent(orderFlips.rate)} ${formatInterval(orderFlips)} change with the order`,
      rows: orderFlips === null ? null : { title: 'First choice changes with the order', pick: () => flipped(joined) },
    },
    {
      measure: 'option_mass',
      value: mass.n === 0 ? '–' : `${mass.low.successes} of ${mass.n} low`,
      against:
        mass.quantiles === null
          ? 'not defined with option texts'
          : `median ${formatShare(mass.quantiles.median)}; below 0.5 the model wanted to say something else`,
      rows: mass.n === 0 ? null : { title: 'Option mass below 0.5', pick: () => lowMass(joined) },
    },
    {
      measure: 'drift',
      value: run.drift === null ? '–' : run.drift.largest === 0 ? '0' : run.drift.largest.toExponential(1),
      against:
        run.drift === null
          ? 'checked at the end of the run'
          : run.drift.largest > DRIFT_LIMIT
            ? `of ${run.drift.samples} samples: not reproducible on this engine`
            : `of ${run.drift.samples} samples: reproducible`,
      rows: null,
    },
  ];
}
