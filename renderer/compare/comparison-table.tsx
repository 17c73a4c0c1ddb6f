import { Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { costPerThousand, showCost, whereScored } from '../../workbench/reports/where-scored.ts';
import type { NullBand } from '../../workbench/statistics/calibration.ts';
import type { CandidateComparison } from '../../workbench/statistics/several-comparisons.ts';
import { formatBytes } from '../app/format-bytes.ts';
import { fileName } from '../app/model-name.ts';
import { formatInterval, formatNumber, formatSeconds, NOTHING } from '../charts/format-number.ts';
import { MeasureHelp } from '../charts/measure-help.tsx';
import { useDeployRun } from '../deploy/use-deploy-run.ts';
import { judgedRow, type ListedRow } from '../runs/row-entry.tsx';
import { RowsButton } from '../runs/rows-panel.tsx';
import { formatRate } from '../runs/say-run.ts';
import type { AlignedRun } from './align-runs.ts';
import classes from './compare-screen.module.css';
import { accuracyWords, differenceWords, testWords, verdictSentence } from './comparison-words.ts';
import { type RunFigures, summariseRun } from './summarise-run.ts';
import { bytesOf, type Comparison } from './use-comparison.ts';

interface Props {
  comparison: Comparison;
  yesNo: boolean;
  onBaseline: (runId: string) => void;
}

/** Every compared configuration in one line: file, accuracy, difference, verdict, scores, speed. */
export function ComparisonTable({ comparison, yesNo, onBaseline }: Props) {
  const { baseline, candidates } = comparison;
  if (baseline === null) return null;
  return (
    <Table.ScrollContainer minWidth={1180} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table
        verticalSpacing={5}
        horizontalSpacing="xs"
        tabularNums
        fz="xs"
        aria-label="Comparison"
        className={classes.table}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Configuration</Table.Th>
            <Head>Size</Head>
            <Head>
              <MeasureHelp measure="accuracy" />
            </Head>
            <Head>
              <MeasureHelp measure="accuracy_difference">Δ to baseline</MeasureHelp>
            </Head>
            <Head>
              <MeasureHelp measure="flips" />
            </Head>
            <Table.Th scope="col">
              <MeasureHelp measure="verdict" />
            </Table.Th>
            <Head>
              <MeasureHelp measure="log_loss" />
            </Head>
            <Head>
              <MeasureHelp measure="brier">{yesNo ? 'Brier (halved)' : 'Brier'}</MeasureHelp>
            </Head>
            <Head>
              <MeasureHelp measure="ece">ECE</MeasureHelp>
            </Head>
            <Head>
              <MeasureHelp measure="latency">p50</MeasureHelp>
            </Head>
            <Head>p95</Head>
            <Head>Samples</Head>
            {isPriced(comparison) && <Head>Cost of 1,000</Head>}
            <Head>Memory</Head>
            <Head>Load</Head>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[baseline, ...candidates].map((run) => (
            <Line key={run.summary.run.id} run={run} comparison={comparison} yesNo={yesNo} onBaseline={onBaseline} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <Table.Th scope="col" ta="right">
      {children}
    </Table.Th>
  );
}

interface LineProps extends Props {
  run: AlignedRun;
}

function Line({ run, comparison, yesNo, onBaseline }: LineProps) {
  const { baseline, computed } = comparison;
  const { run: stored } = run.summary;
  const { saving, deployRun } = useDeployRun();
  const figures = summariseRun(run);
  const compared = comparison.comparisonOf(stored.id);
  const isBaseline = run === baseline;
  const name = stored.configuration.name;
  return (
    <Table.Tr data-baseline={isBaseline || undefined} className={classes.line}>
      <Table.Th scope="row" fw={600}>
        <span className={classes.name}>{name}</span>
        <span className={classes.file} title={stored.configuration.model_path}>
          {fileName(stored.configuration.model_path)}
        </span>
        {figures.constant !== null && <span className={classes.constant}>{figures.constant}</span>}
      </Table.Th>
      <Table.Td ta="right" className={classes.figure}>
        {bytesOf(stored) > 0 ? formatBytes(bytesOf(stored)) : NOTHING}
      </Table.Td>
      <Table.Td ta="right" className={classes.figure}>
        <RowsButton
          label={`Accuracy of ${name}: ${accuracyWords(figures)}. Show what is wrong`}
          list={() => ({
            title: `${name}: wrong, most confident first`,
            rows: run.judged
              .filter(({ right }) => !right)
              .toSorted((one, other) => other.confidence - one.confidence)
              .map((judged) => judgedRow(judged)),
          })}
        >
          {accuracyWords(figures)}
        </RowsButton>
      </Table.Td>
      <Table.Td ta="right" className={classes.figure}>
        {isBaseline ? 'baseline' : compared === null ? '…' : differenceWords(compared)}
      </Table.Td>
      <Table.Td ta="right">
        {isBaseline || baseline === null || compared === null ? (
          NOTHING
        ) : (
          <Flips run={run} baseline={baseline} compared={compared} />
        )}
      </Table.Td>
      <Table.Td className={classes.verdict}>
        {isBaseline ? (
          'baseline'
        ) : (
          <>
            <strong data-verdict={compared?.verdict}>{compared === null ? '…' : verdictSentence(compared)}</strong>
            <span className={classes.tests}>
              {compared === null ? '' : testWords(compared, computed?.numberOfComparisons ?? 1)}
            </span>
            <Button
              size="compact-sm"
              fz="xs"
              variant="subtle"
              onClick={() => onBaseline(stored.id)}
              aria-label={`Take ${name} as the baseline`}
            >
              Take as baseline
            </Button>
          </>
        )}
        {stored.configuration.remote === undefined && (
          <Button
            size="compact-sm"
            fz="xs"
            variant="subtle"
            loading={saving === stored.id}
            onClick={() => void deployRun(stored)}
            aria-label={`Deploy ${name}`}
          >
            Deploy this
          </Button>
        )}
      </Table.Td>
      <Scores
        figures={figures}
        baseline={isBaseline || baseline === null ? null : summariseRun(baseline)}
        compared={compared}
        band={comparison.bandOf(stored.id)}
        yesNo={yesNo}
      />
      {isPriced(comparison) && <Table.Td ta="right">{costWords(run, figures)}</Table.Td>}
      <Table.Td ta="right">{stored.peak_memory_bytes > 0 ? formatBytes(stored.peak_memory_bytes) : NOTHING}</Table.Td>
      <Table.Td ta="right">{formatSeconds(figures.latency.loadSeconds)}</Table.Td>
    </Table.Tr>
  );
}

interface FlipsProps {
  run: AlignedRun;
  baseline: AlignedRun;
  compared: CandidateComparison;
}

function Flips({ run, baseline, compared }: FlipsProps) {
  const { flips } = compared.comparison.agreement;
  const { onlyA, onlyB } = compared.comparison.rows;
  const list = (rows: readonly number[]) => bothOf(rows, [baseline, run]);
  const name = run.summary.run.configuration.name;
  return (
    <>
      <RowsButton
        label={`${flips.length} flips of ${name}`}
        list={() => ({ title: `Flips: ${name}`, rows: list(flips) })}
      >
        {flips.length}
      </RowsButton>
      <span className={classes.tests}>
        <RowsButton
          label={`${onlyA.length} samples where only ${name} is right`}
          list={() => ({ title: `Only ${name} is right`, rows: list(onlyA) })}
        >
          {onlyA.length} gained
        </RowsButton>
        <RowsButton
          label={`${onlyB.length} samples where only the baseline is right`}
          list={() => ({ title: 'Only the baseline is right', rows: list(onlyB) })}
        >
          {onlyB.length} lost
        </RowsButton>
      </span>
    </>
  );
}

/** The same samples as each run answers them. */
export function bothOf(rows: readonly number[], runs: readonly AlignedRun[]): ListedRow[] {
  return rows.flatMap((row) =>
    runs.flatMap(({ judged, summary }) => {
      const sample = judged[row];
      return sample === undefined ? [] : [judgedRow(sample, summary.run.configuration.name)];
    }),
  );
}

interface ScoresProps {
  figures: RunFigures;
  /** Null for the baseline itself. */
  baseline: RunFigures | null;
  compared: CandidateComparison | null;
  band: NullBand | null;
  yesNo: boolean;
}

function Scores({ figures, baseline, compared, band, yesNo }: ScoresProps) {
  const { logLoss, brier, reliability, latency } = figures;
  const inBand = band !== null && reliability.ece !== null && reliability.ece <= band.high;
  const half = yesNo ? 0.5 : 1;
  return (
    <>
      <Table.Td ta="right">
        {formatNumber(logLoss.value, 3)}
        <Sub>{compared === null ? '' : `Δ ${formatInterval(compared.comparison.logLoss.interval)}`}</Sub>
      </Table.Td>
      <Table.Td ta="right">
        {formatNumber(yesNo ? brier.halved : brier.value, 3)}
        <Sub>{compared === null ? '' : `Δ ${formatInterval(scaled(compared.comparison.brier.interval, half))}`}</Sub>
      </Table.Td>
      <Table.Td ta="right">
        {formatNumber(reliability.ece, 3)}
        <Sub>{compared === null ? '' : `Δ ${formatInterval(compared.comparison.ece.interval)}`}</Sub>
        <Sub>{band === null ? '' : inBand ? 'inside the band' : `band to ${band.high.toFixed(3)}`}</Sub>
      </Table.Td>
      <Table.Td ta="right">
        {formatSeconds(latency.p50)}
        <Sub>{ratioWords(latency.p50, baseline?.latency.p50)}</Sub>
      </Table.Td>
      <Table.Td ta="right">
        {formatSeconds(latency.p95)}
        <Sub>{ratioWords(latency.p95, baseline?.latency.p95)}</Sub>
      </Table.Td>
      <Table.Td ta="right">{latency.callsPerSecond === null ? NOTHING : formatRate(latency.callsPerSecond)}</Table.Td>
    </>
  );
}

/** How many times the baseline's. */
function ratioWords(seconds: number | null, baseline: number | null | undefined): string {
  if (seconds === null || baseline == null || baseline === 0) return '';
  const ratio = seconds / baseline;
  return `${ratio.toFixed(ratio < 0.1 ? 2 : 1)}× the baseline`;
}

/** Whether a price is known of any of them. */
function isPriced({ baseline, candidates }: Comparison): boolean {
  return [baseline, ...candidates].some((one) => one !== null && whereScored(one.summary.run).price !== null);
}

function costWords({ summary }: AlignedRun, { latency }: RunFigures): string {
  const { callsPerSecond } = latency;
  const usd = costPerThousand(
    whereScored(summary.run).price?.usd_per_hour ?? null,
    callsPerSecond === null ? null : 1 / callsPerSecond,
  );
  return usd === null ? NOTHING : showCost(usd);
}

function scaled(interval: { low: number; high: number } | null, factor: number) {
  return interval === null ? null : { low: interval.low * factor, high: interval.high * factor };
}

function Sub({ children }: { children: string }) {
  return <span className={classes.tests}>{children}</span>;
}
