import type { Interval } from './proportions.ts';

/** Accuracy that may be lost and still count as the same, unless the user chooses another: 2 points. */
export const DEFAULT_MARGIN = 0.02;

/** The level of a p value that was adjusted for several comparisons. */
export const SIGNIFICANCE = 0.05;

/** What an interval for (candidate − baseline) shows. */
export type Verdict = 'same' | 'better' | 'worse' | 'not shown';

/**
 * `better` or `worse` when the interval excludes 0 (and, of several comparisons, the adjusted p value is at most
 * 0.05); else `same` when the interval lies inside ±margin; else `not shown`. A higher value is better.
 */
export function verdictOf(interval: Interval | null, margin = DEFAULT_MARGIN, adjustedP = 0): Verdict {
  if (interval === null) return 'not shown';
  if (adjustedP <= SIGNIFICANCE) {
    if (interval.low > 0) return 'better';
    if (interval.high < 0) return 'worse';
  }
  return interval.low > -margin && interval.high < margin ? 'same' : 'not shown';
}

/** The verdict as it stands in a table, with the size of a set that would decide it when it is known. */
export function verdictWords(verdict: Verdict, samplesToDecide: number | null): string {
  if (verdict === 'same') return 'same as the baseline';
  if (verdict !== 'not shown') return verdict;
  return samplesToDecide === null
    ? 'not shown: no number of samples like these would decide'
    : `not shown: about ${roundUp(samplesToDecide).toLocaleString('en')} samples would decide`;
}

/** Up to two significant digits: more would promise what an estimate cannot hold. */
export function roundUp(samples: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(samples)) - 1);
  return Math.ceil(samples / unit) * unit;
}
