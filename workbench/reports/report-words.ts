import { NOT_FOR_MIXED_SETS } from '../statistics/mixed-sets.ts';
import { MIN_CASES_FOR_A_RATE } from '../statistics/proportions.ts';
import type { ComparisonReport, ReportedConfiguration } from './comparison-report.ts';
import { showDifference, showEnds, showNumber, showSeconds, showWithInterval } from './number-words.ts';
import { placeRemarks, runTimeDifference, showCost } from './where-scored.ts';

/** Headings of the table that people read, in words. */
const columnNames = [
  'configuration',
  'size',
  'accuracy',
  'Δ to baseline',
  'flips',
  'log loss',
  'Brier',
  'ECE (null band)',
  'p50',
  'p95',
  'verdict',
] as const;

const COST_COLUMN = 'cost of 1,000';

/** The table that people read: its headings, then a line for each configuration. Costs stand in it where one is known. */
export function tableWords({ configurations }: ComparisonReport): { head: string[]; rows: string[][] } {
  const priced = configurations.some(({ costPerThousand }) => costPerThousand !== null);
  return {
    head: [...columnNames, ...(priced ? [COST_COLUMN] : [])],
    rows: configurations.map((one) => {
      const { costPerThousand } = one;
      const cost = costPerThousand === null ? '–' : showCost(costPerThousand);
      return [...wordsOf(one), ...(priced ? [cost] : [])];
    }),
  };
}

/** The cells of one configuration, in the order of {@link columnNames}. */
function wordsOf({ compared, figures, against, verdict, latencyRatio }: ReportedConfiguration): string[] {
  const { accuracy, ece, eceBand, latency } = figures;
  const comparison = against?.comparison;
  return [
    compared.name,
    compared.bytes === null ? '–' : `${(compared.bytes / 1e6).toFixed(0)} MB`,
    accuracy.total < MIN_CASES_FOR_A_RATE
      ? `${accuracy.successes} of ${accuracy.total}`
      : showWithInterval(accuracy.rate, accuracy),
    comparison === undefined
      ? 'baseline'
      : `${showDifference(comparison.accuracy.difference)} ${showEnds(comparison.decisive, showDifference)}`,
    comparison === undefined ? '–' : String(comparison.agreement.flips.length),
    showWithInterval(figures.logLoss.value, figures.logLoss.interval),
    showWithInterval(figures.brier.value, figures.brier.interval),
    eceBand === null
      ? showNumber(ece)
      : `${showNumber(ece)} (${showNumber(eceBand.low)} to ${showNumber(eceBand.high)})`,
    withRatio(showSeconds(latency.p50), latencyRatio?.p50),
    withRatio(showSeconds(latency.p95), latencyRatio?.p95),
    verdict ?? 'baseline',
  ];
}

/** `0.120 s (1.5×)`: how many times the baseline's. */
function withRatio(seconds: string, ratio: number | undefined): string {
  return ratio === undefined ? seconds : `${seconds} (${ratio.toFixed(ratio < 0.1 ? 2 : 1)}×)`;
}

/** Sentences below the table: what stands out, and the answer about the smallest file. */
export function remarksOf(report: ComparisonReport): string[] {
  const { configurations, left, goodEnough, n, numberOfComparisons } = report;
  const remarks = configurations.flatMap(({ compared, figures }) => [
    ...(figures.constant === null ? [] : [`${compared.name} ${figures.constant}.`]),
    ...(figures.failed === 0 ? [] : [`${compared.name} failed on ${figures.failed} samples.`]),
    ...(figures.mass.n > 0 && (figures.mass.low.rate ?? 0) > 0.5
      ? [`${compared.name}: on most samples the model wanted to say something else than an option.`]
      : []),
  ]);
  const [first] = configurations;
  if (first !== undefined) {
    const { majority, chance } = first.figures;
    const always =
      majority === null ? '' : `Always answering the most frequent label would be right on ${showNumber(majority)}; `;
    remarks.unshift(`${always}${majority === null ? 'G' : 'g'}uessing would be right on ${showNumber(chance)}.`);
  }
  if (configurations.some(({ mixed }) => mixed !== null)) remarks.push(NOT_FOR_MIXED_SETS);
  if (left.length > 0) remarks.push(`${left.length} samples that some of them lack are left out; ${n} are compared.`);
  if (numberOfComparisons > 1) {
    remarks.push(
      `With ${numberOfComparisons} comparisons, verdicts also need a p value adjusted by Holm of at most 0.05.`,
    );
  }
  if (goodEnough !== null) remarks.push(goodEnough);
  return [...remarks, ...remarksOnPlaces(configurations)];
}

/** Where they were scored, and what of their differences comes from that. */
function remarksOnPlaces(configurations: readonly ReportedConfiguration[]): string[] {
  const [baseline] = configurations;
  return configurations.flatMap(({ compared, costPerThousand }) => {
    const { name, where } = compared;
    if (where === undefined) return [];
    const before = baseline?.compared.where;
    const line = before === undefined ? null : runTimeDifference(before, where, [baseline?.compared.name ?? '', name]);
    const { price } = where;
    const cost =
      price === null || costPerThousand === null
        ? []
        : [
            `1,000 decisions of ${name}, one after the other, cost ${showCost(costPerThousand)} at $${price.usd_per_hour} an hour (${price.source}).`,
          ];
    return [...placeRemarks(name, where), ...cost, ...(line === null ? [] : [line])];
  });
}

/** How the numbers were computed, and what a repetition needs, as names and values. */
export function provenanceOf(report: ComparisonReport): [string, string][] {
  const { about, settings, n, resampled } = report;
  return [
    ...Object.entries(about).map(([name, value]): [string, string] => [name, String(value ?? 'not known')]),
    ['samples', String(n)],
    ['seed', String(settings.seed)],
    ['draws', String(settings.draws)],
    ['resampled', resampled],
    ['margin', String(settings.margin)],
  ];
}
