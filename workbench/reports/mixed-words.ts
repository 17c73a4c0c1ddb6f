import type { JevBenchReport } from '../statistics/jevbench.ts';
import type { MixedReport, MixedSummary } from '../statistics/mixed-sets.ts';
import { MIN_CASES_FOR_A_RATE, type Proportion } from '../statistics/proportions.ts';
import { type TypeTemperature, temperatureWords } from '../statistics/temperature-by-type.ts';
import type { ComparisonReport } from './comparison-report.ts';
import type { MixedFigures } from './mixed-figures.ts';
import { showNumber, showSeconds, showWithInterval } from './number-words.ts';

/** A table for people. */
export interface WordTable {
  title: string;
  /** What must be known to read it. */
  note: string;
  head: string[];
  rows: string[][];
}

/** Of each configuration on a mixed set: the samples by type and by number of options, and the benchmark's report. */
export function mixedTables({ configurations }: ComparisonReport): WordTable[] {
  return configurations.flatMap(({ compared, mixed, temperatures }) => {
    if (mixed === null) return [];
    const tables = [byKind(compared.name, mixed.mixed)];
    if (temperatures !== null) tables.push(byTemperature(compared.name, temperatures));
    if (mixed.jevbench !== null) tables.push(benchmark(compared.name, mixed.jevbench));
    return tables;
  });
}

const KIND_HEAD = ['samples', 'n', 'accuracy', 'chance', 'log loss', 'Brier', 'AURC', 'E-AURC', 'AUGRC', 'p50', 'p95'];

function byKind(name: string, { all, byType, byOptionCount }: MixedReport): WordTable {
  return {
    title: `${name}: by type and by number of options`,
    note: 'Chance is the mean of one over the number of options: what guessing would reach.',
    head: KIND_HEAD,
    rows: [
      kindRow('all', all),
      ...byType.map(({ type, summary }) => kindRow(type, summary)),
      ...byOptionCount.map(({ options, summary }) => kindRow(`${options} options`, summary)),
    ],
  };
}

function kindRow(name: string, { n, accuracy, chance, logLoss, brier, ...rest }: MixedSummary): string[] {
  const { aurc, eAurc, augrc, latency } = rest;
  return [
    name,
    String(n),
    showRate(accuracy),
    ...[chance, logLoss, brier, aurc, eAurc, augrc].map((value) => showNumber(value)),
    showSeconds(latency.p50),
    showSeconds(latency.p95),
  ];
}

function byTemperature(name: string, temperatures: readonly TypeTemperature[]): WordTable {
  return {
    title: `${name}: temperature by question type`,
    note: 'Fitted on the tune part, judged on the test part by log loss.',
    head: ['type', 'tune', 'test', 'temperature', 'log loss before', 'after', 'verdict'],
    rows: temperatures.map((one) => [
      one.type,
      String(one.tune),
      String(one.test),
      showNumber(one.fitted?.temperature ?? null),
      showNumber(one.before),
      showNumber(one.after),
      temperatureWords(one),
    ]),
  };
}

function benchmark(name: string, report: JevBenchReport): WordTable {
  const row = (what: string, accuracy: Proportion): string[] => [
    what,
    `${accuracy.successes} of ${accuracy.total}`,
    showRate(accuracy),
  ];
  const { all, failed, bySplit, byType, p50, p95 } = report;
  return {
    title: `${name}: by the rules of JevBench`,
    note: `Each task once, in turn; ${failed} failed and count as wrong; of equal probabilities the label that sorts first is the answer. p50 ${showSeconds(p50)}, p95 ${showSeconds(p95)}.`,
    head: ['tasks', 'right', 'accuracy'],
    rows: [
      row('all', all),
      ...bySplit.map((one) => row(`split ${one.name}`, one.accuracy)),
      ...byType.map((one) => row(`type ${one.name}`, one.accuracy)),
    ],
  };
}

function showRate(accuracy: Proportion): string {
  return accuracy.total < MIN_CASES_FOR_A_RATE
    ? `${accuracy.successes} of ${accuracy.total}`
    : showWithInterval(accuracy.rate, accuracy);
}

/** The same as values with stable names, unrounded. */
export function mixedRecord(figures: MixedFigures | null, temperatures: readonly TypeTemperature[] | null) {
  if (figures === null) return {};
  const { mixed, jevbench } = figures;
  return {
    mixed: {
      all: summaryRecord(mixed.all),
      by_type: mixed.byType.map(({ type, summary }) => ({ type, ...summaryRecord(summary) })),
      by_option_count: mixed.byOptionCount.map(({ options, summary }) => ({ options, ...summaryRecord(summary) })),
    },
    temperature_by_type:
      temperatures?.map(({ type, tune, test, fitted, before, after, change, helps }) => ({
        ...{ type, n_tune: tune, n_test: test, temperature: fitted?.temperature ?? null },
        ...{ at_limit: fitted?.atLimit ?? null, log_loss_before: before, log_loss_after: after },
        ...{
          change: change.value,
          change_low: change.interval?.low ?? null,
          change_high: change.interval?.high ?? null,
        },
        helps,
      })) ?? null,
    jevbench:
      jevbench === null
        ? null
        : {
            all: proportionRecord(jevbench.all),
            failed: jevbench.failed,
            by_split: jevbench.bySplit.map(({ name, accuracy }) => ({ split: name, ...proportionRecord(accuracy) })),
            by_type: jevbench.byType.map(({ name, accuracy }) => ({ type: name, ...proportionRecord(accuracy) })),
            p50_seconds: jevbench.p50,
            p95_seconds: jevbench.p95,
          },
  };
}

function summaryRecord({ n, accuracy, chance, brier, logLoss, clipped, aurc, eAurc, augrc, latency }: MixedSummary) {
  const { p50, p95 } = latency;
  const measures = { chance, brier, log_loss: logLoss, clipped, aurc, e_aurc: eAurc, augrc };
  return { n, ...proportionRecord(accuracy), ...measures, p50_seconds: p50, p95_seconds: p95 };
}

function proportionRecord({ successes, total, rate, low, high }: Proportion) {
  return { right: successes, total, accuracy: rate, accuracy_low: low, accuracy_high: high };
}
