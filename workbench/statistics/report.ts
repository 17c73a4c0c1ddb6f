import { Fault } from '../../adapter/fault.ts';
import { MIN_DRAWS } from './bootstrap.ts';
import { incomparabilities } from './comparable.ts';
import { groupIndices } from './group-indices.ts';
import { comparePaired } from './paired-comparison.ts';
import { type PairedReport, pairedReport } from './paired-report.ts';
import { reorderOptions, selectRows } from './predictions.ts';
import type { PredictionSet } from './read-predictions.ts';
import { type SingleReport, singleReport } from './single-report.ts';

/** What `stats` can be asked. */
export interface ReportOptions {
  /** Target accuracies; each adds `threshold_90` for 0.9, `threshold_999` for 0.999. */
  targets?: readonly number[];
  /** The options are levels: adds the ordinal measures. */
  ordered?: boolean;
  /** Numbers of bins, besides 10 and 15 of equal width and the default of equal mass. */
  bins?: readonly number[];
  seed?: number;
  draws?: number;
  /** Resample groups instead of samples. */
  byGroup?: boolean;
}

/** Every statistic of one or two files of predictions; the keys are those of the reference values. */
export interface StatisticsReport {
  /** Everything that a repetition needs beside the files. */
  settings: {
    files: string[];
    targets: number[];
    ordered: boolean;
    bins: number[];
    seed: number;
    draws: number;
    by_group: boolean;
  };
  n: number;
  options: readonly string[];
  a: SingleReport;
  b?: SingleReport;
  paired?: PairedReport;
}

const DEFAULT_SEED = 1;
// Beyond these a typing error is likelier than a wish.
const MOST_BINS = 1000;
const MOST_DRAWS = 1_000_000;

/**
 * Computes every statistic of one file of predictions, and the paired ones of two. Samples are taken in the order of
 * their ids and options in that of A's first line, so the order of the lines changes not even the last bit.
 * @throws Fault INVALID_REQUEST when an option is out of range; CONFLICT when the files differ in ids, labels or
 * options, its fields list where.
 */
export function statisticsReport(
  a: PredictionSet,
  b: PredictionSet | null,
  options: ReportOptions = {},
): StatisticsReport {
  const settings = checked(options);
  const first = inIdOrder(a);
  const second = b === null ? null : inIdOrder(b);
  if (second !== null) requireComparable(first, second);
  const report: StatisticsReport = {
    settings: { files: b === null ? [a.source] : [a.source, b.source], ...settings },
    n: first.samples.length,
    options: first.predictions.options,
    a: singleReport(first.predictions, settings),
  };
  if (second === null) return report;
  const other = reorderOptions(second.predictions, first.predictions.options);
  const comparison = comparePaired(other, first.predictions, {
    seed: settings.seed,
    draws: settings.draws,
    ordered: settings.ordered,
    ...(settings.by_group ? { groups: groupIndices(first.samples.map(({ group }) => group)) } : {}),
  });
  return { ...report, b: singleReport(other, settings), paired: pairedReport(comparison, settings) };
}

function inIdOrder(set: PredictionSet): PredictionSet {
  const order = [...set.samples.keys()].sort((x, y) =>
    (set.samples[x]?.id ?? '') < (set.samples[y]?.id ?? '') ? -1 : 1,
  );
  return {
    source: set.source,
    samples: order.flatMap((index) => set.samples[index] ?? []),
    predictions: selectRows(set.predictions, order),
  };
}

function requireComparable(a: PredictionSet, b: PredictionSet): void {
  const found = incomparabilities(
    { options: a.predictions.options, samples: a.samples },
    { options: b.predictions.options, samples: b.samples },
  );
  if (found.length === 0) return;
  const where = (what: string) =>
    what === 'only in the first' ? `only in ${a.source}` : what === 'only in the second' ? `only in ${b.source}` : what;
  throw new Fault(
    'CONFLICT',
    `${a.source} and ${b.source} cannot be compared sample by sample: they differ in ${found
      .map(({ what, ids }) => (ids.length === 0 ? 'their options' : `${ids.length} samples (${where(what)})`))
      .join(', ')}.`,
    'Give predictions of the same samples, with the same labels and options.',
    {
      fields: found.map(({ what, ids }) => ({
        path: where(what),
        message:
          ids.length === 0
            ? `${a.predictions.options.join(', ')} against ${b.predictions.options.join(', ')}`
            : ids.join(', '),
      })),
    },
  );
}

function checked(options: ReportOptions) {
  const { targets = [], ordered = false, bins = [], seed = DEFAULT_SEED, draws = MIN_DRAWS, byGroup = false } = options;
  for (const target of targets) {
    if (!(target > 0 && target <= 1)) throw invalid('target', target, 'above 0 and at most 1');
  }
  for (const count of bins) {
    if (!isWhole(count, 1, MOST_BINS)) throw invalid('bins', count, `a whole number from 1 to ${MOST_BINS}`);
  }
  if (!isWhole(seed, 0, 2 ** 32 - 1)) throw invalid('seed', seed, `a whole number from 0 to ${2 ** 32 - 1}`);
  if (!isWhole(draws, MIN_DRAWS, MOST_DRAWS)) {
    throw invalid('draws', draws, `a whole number from ${MIN_DRAWS} to ${MOST_DRAWS}`);
  }
  return { targets: [...targets], ordered, bins: [...bins], seed, draws, by_group: byGroup };
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function invalid(path: string, value: number, limit: string): Fault {
  return new Fault('INVALID_REQUEST', `${path} is ${value}, but must be ${limit}.`, 'Correct the option.', {
    fields: [{ path, message: `${value} is out of range`, limit }],
  });
}
