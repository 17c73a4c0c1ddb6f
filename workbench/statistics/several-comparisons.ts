import { holm } from './holm.ts';
import { type ComparisonOptions, comparePaired, type PairedComparison } from './paired-comparison.ts';
import type { Predictions } from './predictions.ts';
import { DEFAULT_MARGIN, type Verdict, verdictOf } from './verdict.ts';

/** A configuration to compare; `bytes` is the size of its model file. */
export interface Candidate {
  name: string;
  bytes: number;
  predictions: Predictions;
}

export interface CandidateComparison {
  name: string;
  bytes: number;
  comparison: PairedComparison;
  /** Exact McNemar p, adjusted for the number of comparisons by Holm. */
  adjustedP: number;
  /** Of several comparisons: the interval excludes 0 and the adjusted p is at most 0.05. */
  verdict: Verdict;
}

export interface SeveralComparisons {
  /** In the order of the candidates. */
  candidates: CandidateComparison[];
  /** To be shown beside the verdicts. */
  numberOfComparisons: number;
  /** The smallest file shown to lose at most the margin; null when that is shown for none. */
  smallestGoodEnough: { name: string; bytes: number } | null;
}

/** Compares every candidate with the baseline, on the same samples in the same order. */
export function compareWithBaseline(
  baseline: Predictions,
  candidates: readonly Candidate[],
  options: ComparisonOptions,
): SeveralComparisons {
  const comparisons = candidates.map(({ predictions }) => comparePaired(baseline, predictions, options));
  const adjusted = holm(comparisons.map(({ mcnemar }) => mcnemar.exact));
  const rows = candidates.map(({ name, bytes }, index): CandidateComparison | null => {
    const comparison = comparisons[index];
    if (comparison === undefined) return null;
    const adjustedP = adjusted[index] ?? 1;
    // One comparison needs no second test beside its interval.
    const p = candidates.length > 1 ? adjustedP : 0;
    const verdict = verdictOf(comparison.decisive, options.margin ?? DEFAULT_MARGIN, p);
    return { name, bytes, comparison, adjustedP, verdict };
  });
  const compared = rows.filter((row) => row !== null);
  const smallest = compared
    .filter(({ comparison }) => comparison.goodEnough.answer === 'shown')
    .reduce<CandidateComparison | null>((best, row) => (best === null || row.bytes < best.bytes ? row : best), null);
  return {
    candidates: compared,
    numberOfComparisons: candidates.length,
    smallestGoodEnough: smallest === null ? null : { name: smallest.name, bytes: smallest.bytes },
  };
}
