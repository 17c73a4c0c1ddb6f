import { type Agreement, agreement } from './agreement.ts';
import { bootstrapMeans, bootstrapStatistic, type Estimate, type Resampling } from './bootstrap.ts';
import { averages } from './classification.ts';
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
import { correctness, firstChoices, type Predictions } from './predictions.ts';
import { brierTerms, logLossTerms } from './probability-scores.ts';
import type { Interval } from './proportions.ts';
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
    balancedAccuracy: resampledAverage(baseline, candidate, 'balancedAccuracy', options),
    macroF1: resampledAverage(baseline, candidate, 'macroF1', options),
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

function resampledAverage(
  baseline: Predictions,
  candidate: Predictions,
  which: 'balancedAccuracy' | 'macroF1',
  resampling: Resampling,
): Estimate {
  const width = baseline.options.length;
  const cellsBefore = cellsOf(baseline);
  const cellsAfter = cellsOf(candidate);
  const before = new Float64Array(width * width);
  const after = new Float64Array(width * width);
  const difference = (counts: Int32Array) => {
    before.fill(0);
    after.fill(0);
    for (let row = 0; row < counts.length; row++) {
      const count = counts[row] ?? 0;
      const [cellBefore = 0, cellAfter = 0] = [cellsBefore[row], cellsAfter[row]];
      before[cellBefore] = (before[cellBefore] ?? 0) + count;
      after[cellAfter] = (after[cellAfter] ?? 0) + count;
    }
    return (averages(after, width)[which] ?? Number.NaN) - (averages(before, width)[which] ?? Number.NaN);
  };
  return bootstrapStatistic(baseline.labels.length, difference, resampling);
}

/** Cell of the confusion matrix that each row falls in. */
function cellsOf(predictions: Predictions): Int32Array {
  const width = predictions.options.length;
  return firstChoices(predictions).map((choice, row) => (predictions.labels[row] ?? 0) * width + choice);
}
