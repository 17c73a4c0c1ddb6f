import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';
import { normalQuantile } from './normal-quantile.ts';

/** Both ends included. */
export interface Interval {
  low: number;
  high: number;
}

/** k of n with its interval; the rate is null for n = 0, and the interval then says that nothing is known. */
export interface Proportion extends Interval {
  successes: number;
  total: number;
  rate: number | null;
}

/** Below this many cases a rate is not shown, only the counts: its interval would be wider than half the scale. */
export const MIN_CASES_FOR_A_RATE = 10;

/** The level of every two-sided interval unless another is named. */
export const DEFAULT_CONFIDENCE = 0.95;

/**
 * Wilson's score interval for `successes` of `total`: (p̂ + z²/2n ± z·√(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n).
 * [0, 1] for n = 0. Counts may be fractions (a table scaled to another n).
 * Source: Wilson 1927, J. Am. Stat. Assoc. 22, 209–212.
 */
export function wilson(successes: number, total: number, confidence = DEFAULT_CONFIDENCE): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const z = normalQuantile((1 + confidence) / 2);
  const rate = successes / total;
  const centre = rate + (z * z) / (2 * total);
  const half = z * Math.sqrt((rate * (1 - rate)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return {
    // At the ends the formula gives exactly 0 and 1; rounding must not leave 1e-17 there.
    low: successes === 0 ? 0 : (centre - half) / scale,
    high: successes === total ? 1 : (centre + half) / scale,
  };
}

/** The rate with {@link wilson}'s interval. */
export function proportion(successes: number, total: number, confidence = DEFAULT_CONFIDENCE): Proportion {
  return { successes, total, rate: total === 0 ? null : successes / total, ...wilson(successes, total, confidence) };
}

/**
 * One-sided lower Clopper-Pearson bound: the p with P(X ≥ k | n, p) = 1 − confidence, the (1 − confidence) quantile of
 * Beta(k, n − k + 1). 0 for k = 0. The true rate is above it in at least `confidence` of all repetitions.
 * Source: Clopper & Pearson 1934, Biometrika 26, 404–413.
 */
export function clopperPearsonLower(successes: number, total: number, confidence = DEFAULT_CONFIDENCE): number {
  if (successes === 0) return 0;
  return inverseIncompleteBeta(1 - confidence, successes, total - successes + 1);
}

/** One-sided upper Clopper-Pearson bound: the `confidence` quantile of Beta(k + 1, n − k). 1 for k = n. */
export function clopperPearsonUpper(successes: number, total: number, confidence = DEFAULT_CONFIDENCE): number {
  if (successes === total) return 1;
  return inverseIncompleteBeta(confidence, successes + 1, total - successes);
}

/** Two-sided Clopper-Pearson interval: both one-sided bounds with half of the error each. */
export function clopperPearson(successes: number, total: number, confidence = DEFAULT_CONFIDENCE): Interval {
  const oneSided = (1 + confidence) / 2;
  return {
    low: clopperPearsonLower(successes, total, oneSided),
    high: clopperPearsonUpper(successes, total, oneSided),
  };
}

/**
 * Whether {@link clopperPearsonLower} reaches `target`, without inverting: it does when P(X ≥ k | n, target), which is
 * I_target(k, n − k + 1), is at most 1 − confidence.
 */
export function lowerBoundReaches(
  target: number,
  successes: number,
  total: number,
  confidence = DEFAULT_CONFIDENCE,
): boolean {
  if (target <= 0) return true;
  if (successes === 0 || target >= 1) return false;
  return incompleteBeta(target, successes, total - successes + 1) <= 1 - confidence;
}
