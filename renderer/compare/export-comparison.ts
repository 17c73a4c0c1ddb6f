import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { MIN_DRAWS } from '../../workbench/statistics/bootstrap.ts';
import type { SampleFilter } from '../runs/join-run.ts';
import { goodEnoughWords, verdictSentence } from './comparison-words.ts';
import { summariseRun } from './summarise-run.ts';
import { bytesOf, COMPARISON_SEED, type Comparison } from './use-comparison.ts';

export const exportKinds = ['csv', 'markdown', 'json'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** A comparison as a file, with everything that a repetition needs. */
export interface ExportedFile {
  name: string;
  type: string;
  text: string;
}

type Cell = string | number | null;

/** Column → value of each run; numbers as they are, unrounded. */
function lines(comparison: Comparison): Record<string, Cell>[] {
  const { baseline, candidates, computed } = comparison;
  return [baseline, ...candidates].flatMap((run) => {
    if (run === null) return [];
    const { run: stored } = run.summary;
    const { accuracy, logLoss, brier, reliability, latency, constant } = summariseRun(run);
    const compared = comparison.comparisonOf(stored.id);
    const band = comparison.bandOf(stored.id);
    return [
      {
        configuration: stored.configuration.name,
        role: run === baseline ? 'baseline' : 'candidate',
        model_file: stored.configuration.model_path,
        model_sha256: stored.identity?.model.sha256 ?? null,
        configuration_sha256: stored.identity?.configuration_sha256 ?? null,
        run: stored.id,
        bytes: bytesOf(stored),
        peak_memory_bytes: stored.peak_memory_bytes,
        load_seconds: latency.loadSeconds,
        n: accuracy.total,
        right: accuracy.successes,
        accuracy: accuracy.rate,
        accuracy_low: accuracy.low,
        accuracy_high: accuracy.high,
        constant_answer: constant,
        difference: compared?.comparison.accuracy.difference ?? null,
        difference_low: compared?.comparison.decisive.low ?? null,
        difference_high: compared?.comparison.decisive.high ?? null,
        mcnemar_p: compared?.comparison.mcnemar.exact ?? null,
        mcnemar_mid_p: compared?.comparison.mcnemar.mid ?? null,
        holm_p: compared?.adjustedP ?? null,
        comparisons: computed?.numberOfComparisons ?? null,
        flips: compared?.comparison.agreement.flips.length ?? null,
        mean_total_variation: compared?.comparison.agreement.meanTotalVariation ?? null,
        verdict: run === baseline ? 'baseline' : compared === null ? null : verdictSentence(compared),
        log_loss: logLoss.value,
        brier: brier.value,
        ece: reliability.ece,
        ece_band_low: band?.low ?? null,
        ece_band_high: band?.high ?? null,
        p50_seconds: latency.p50,
        p95_seconds: latency.p95,
        samples_per_second: latency.callsPerSecond,
      },
    ];
  });
}

/** Writes the table that is on screen. */
export function exportComparison(
  kind: ExportKind,
  comparison: Comparison,
  { set, sha256 }: SampleSetSummary,
  filter: SampleFilter,
  margin: number,
): ExportedFile {
  const table = lines(comparison);
  const answer = goodEnoughWords(comparison, margin);
  const about = {
    sample_set: set.name,
    sample_set_sha256: sha256,
    part: filter.part,
    disputed_labels: filter.disputed ? 'counted' : 'left out',
    n: comparison.aligned.n,
    margin,
    seed: COMPARISON_SEED,
    draws: MIN_DRAWS,
    resampled: comparison.grouped ? 'groups' : 'samples',
  };
  const name = `comparison-${set.name.replace(/[^\p{L}\p{N}]+/gu, '-')}`;
  switch (kind) {
    case 'json': {
      const text = JSON.stringify({ ...about, smallest_good_enough: answer, configurations: table }, null, 2);
      return { name: `${name}.json`, type: 'application/json', text: `${text}\n` };
    }
    case 'csv':
      return { name: `${name}.csv`, type: 'text/csv', text: csv(table.map((line) => ({ ...line, ...about }))) };
    case 'markdown':
      return { name: `${name}.md`, type: 'text/markdown', text: markdown(table, answer, about) };
  }
}

function csv(table: readonly Record<string, Cell>[]): string {
  const columns = Object.keys(table[0] ?? {});
  const rows = [columns, ...table.map((line) => columns.map((column) => line[column] ?? ''))];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Quoted where needed; a name that starts like a formula gets an apostrophe, so that no spreadsheet runs it. */
function csvCell(value: Cell): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const markdownColumns = [
  'configuration',
  'bytes',
  'accuracy',
  'accuracy_low',
  'accuracy_high',
  'difference',
  'difference_low',
  'difference_high',
  'flips',
  'log_loss',
  'brier',
  'ece',
  'p50_seconds',
  'p95_seconds',
  'verdict',
];

function markdown(table: readonly Record<string, Cell>[], answer: string, about: Record<string, Cell>): string {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const body = table.map((line) => row(markdownColumns.map((column) => markdownCell(line[column] ?? null))));
  return [
    `# Comparison on ${about.sample_set}`,
    '',
    row(markdownColumns),
    row(markdownColumns.map(() => '---')),
    ...body,
    '',
    answer,
    '',
    Object.entries(about)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    '',
  ].join('\n');
}

function markdownCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(4);
  return value.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
