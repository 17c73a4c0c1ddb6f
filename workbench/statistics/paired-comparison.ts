import { type Agreement, agreement } from './agreement.ts';
import { bootstrapMeans, type Estimate, type Resampling } from './bootstrap.ts';
import { bootstrapTallies } from './bootstrap-tallies.ts';
import { averages, confusionCells } from './classification.ts';
import { type NonInferiority, nonInferiority, samplesForVerdict } from './non-inferiority.ts';
import { levelErrorTerms, rpsTerms } from './ordinal.ts';
import {
  type AccuracyDifference,
  type McNemar,
  mcnemar,
  newcombe,
  type PairedCounts,
  type PairedRows,
  pairedRows,
} from './paired-accuracy.ts';
import { correctness, type Predictions } from './predictions.ts';
import { brierTerms, logLossTerms } from './probability-scores.ts';
import type { Interval } from './proportions.ts';
import { confidenceDifferences } from './resampled-confidence.ts';
import { DEFAULT_MARGIN, type Verdict, verdictOf } from './verdict.ts';

export interface ComparisonOptions extends Resampling {
  /** Accuracy that may be lost and still count as the same; 0.02 unless told. */
  margin?: number;
  /** The options are levels: adds the ordinal measures. */
  ordered?: boolean;
}

/** A candidate against a baseline; every difference is candidate − baseline. */
export interface PairedComparison {
  n: number;
  counts: PairedCounts;
  /** The lists behind the counts: `onlyA` are rows where only the candidate is right. */
  rows: PairedRows;
  accuracy: AccuracyDifference;
  mcnemar: McNemar;
  /** The accuracy difference resampled; over groups where there are some. */
  accuracyResampled: Estimate;
  logLoss: Estimate;
  brier: Estimate;
  balancedAccuracy: Estimate;
  macroF1: Estimate;
  /** Of the first choice; to be read with the null bands: two inside them are not to be ranked. */
  ece: Estimate;
  aurc: Estimate;
  /** Null unless the options are ordered. */
  rps: Estimate | null;
  meanAbsoluteError: Estimate | null;
  agreement: Agreement;
  /** What the verdict rests on: Newcombe's interval, widened to hold the group bootstrap's where there are groups. */
  decisive: Interval;
  verdict: Verdict;
  /** About how many samples would give a verdict; null when there is one, or no number would. */
  samplesToDecide: number | null;
  goodEnough: NonInferiority;
}

/**
 * Compares two predictions of the same samples, in the same order and with the options in the same order (check with
 * `incomparabilities` first). Accuracy by Newcombe's interval and McNemar's test, all else by paired bootstrap.
 */
export function comparePaired(
  baseline: Predictions,
  candidate: Predictions,
  options: ComparisonOptions,
): PairedComparison {
  const margin = options.margin ?? DEFAULT_MARGIN;
  const [right, rightBefore] = [correctness(candidate), correctness(baseline)];
  const rows = pairedRows(right, rightBefore);
  const counts = {
    both: rows.both.length,
    onlyA: rows.onlyA.length,
    onlyB: rows.onlyB.length,
    neither: rows.neither.length,
  };
  const columns = [
    minus(right, rightBefore),
    minus(logLossTerms(candidate), logLossTerms(baseline)),
    minus(brierTerms(candidate), brierTerms(baseline)),
  ];
  if (options.ordered) {
    columns.push(minus(rpsTerms(candidate), rpsTerms(baseline)));
    columns.push(minus(levelErrorTerms(candidate), levelErrorTerms(baseline)));
  }
  const none: Estimate = { value: null, interval: null };
  const [accuracyResampled = none, logLoss = none, brier = none, rps = null, meanAbsoluteError = null] = bootstrapMeans(
    columns,
    options,
  );
  const [balancedAccuracy = none, macroF1 = none] = resampledAverages(baseline, candidate, options);
  const accuracy = newcombe(counts, options.confidence);
  const decisive = decisiveInterval(accuracy, options.groups === undefined ? null : accuracyResampled);
  const verdict = verdictOf(decisive, margin);
  return {
    n: baseline.labels.length,
    counts,
    rows,
    accuracy,
    mcnemar: mcnemar(counts.onlyA, counts.onlyB),
    accuracyResampled,
    logLoss,
    brier,
    balancedAccuracy,
    macroF1,
    ...confidenceDifferences(baseline, candidate, options),
    rps,
    meanAbsoluteError,
    agreement: agreement(baseline, candidate),
    decisive,
    verdict,
    samplesToDecide: verdict === 'not shown' ? samplesForVerdict(counts, margin) : null,
    goodEnough: nonInferiority(counts, margin, decisive),
  };
}

/** a − b, element by element. */
export function minus(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: a.length }, (_, i) => (a[i] ?? 0) - (b[i] ?? 0));
}

/** Samples of one group resemble each other, which Newcombe's interval does not know: the wider of both then counts. */
function decisiveInterval(accuracy: AccuracyDifference, grouped: Estimate | null): Interval {
  if (grouped === null) return { low: accuracy.low, high: accuracy.high };
  // A single group says nothing about other groups.
  if (grouped.interval === null) return { low: -1, high: 1 };
  return {
    low: Math.min(accuracy.low, grouped.interval.low),
    high: Math.max(accuracy.high, grouped.interval.high),
  };
}

/** Balanced accuracy and macro F1 resampled: they depend only on (true option, choice before, choice after). */
function resampledAverages(baseline: Predictions, candidate: Predictions, resampling: Resampling): Estimate[] {
  const width = baseline.options.length;
  const [before, after] = [confusionCells(baseline), confusionCells(candidate)];
  const pairs = new Map<number, number>();
  const cells: { before: number; after: number }[] = [];
  const categories = before.map((cell, row) => {
    const other = after[row] ?? 0;
    const key = cell * width * width + other;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    pairs.set(key, cells.length);
    return cells.push({ before: cell, after: other }) - 1;
  });
  const [countsBefore, countsAfter] = [new Float64Array(width * width), new Float64Array(width * width)];
  const compute = (tally: Int32Array, out: Float64Array) => {
    countsBefore.fill(0);
    countsAfter.fill(0);
    for (let category = 0; category < cells.length; category++) {
      const cell = cells[category];
      const count = tally[category] ?? 0;
      if (cell === undefined) continue;
      countsBefore[cell.before] = (countsBefore[cell.before] ?? 0) + count;
      countsAfter[cell.after] = (countsAfter[cell.after] ?? 0) + count;
    }
    const [first, second] = [averages(countsBefore, width), averages(countsAfter, width)];
    out[0] = (second.balancedAccuracy ?? Number.NaN) - (first.balancedAccuracy ?? Number.NaN);
    out[1] = (second.macroF1 ?? Number.NaN) - (first.macroF1 ?? Number.NaN);
  };
  return bootstrapTallies({ categories, size: cells.length, count: 2, compute }, resampling);
}
