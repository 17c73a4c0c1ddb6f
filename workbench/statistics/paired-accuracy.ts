import { logGamma } from './incomplete-beta.ts';
import { DEFAULT_CONFIDENCE, type Interval, wilson } from './proportions.ts';

/** Samples by who is right. Counts may be fractions when a table is scaled to another n. */
export interface PairedCounts {
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

/** Accuracy of A less accuracy of B; null without samples, and the interval then is [−1, 1]. */
export interface AccuracyDifference extends Interval {
  difference: number | null;
}

/** Two-sided p values of the hypothesis that both are right equally often. */
export interface McNemar {
  exact: number;
  /** Counts half of the observed outcome; less conservative, not guaranteed. */
  mid: number;
}

/** Row indices by who is right: the lists behind the counts. */
export interface PairedRows {
  both: number[];
  onlyA: number[];
  onlyB: number[];
  neither: number[];
}

/** Sorts rows by who is right; both arrays hold 1 for right and 0 for wrong, in the same order of samples. */
export function pairedRows(correctA: ArrayLike<number>, correctB: ArrayLike<number>): PairedRows {
  const rows: PairedRows = { both: [], onlyA: [], onlyB: [], neither: [] };
  for (let row = 0; row < correctA.length; row++) {
    const a = correctA[row] === 1;
    const b = correctB[row] === 1;
    rows[a ? (b ? 'both' : 'onlyA') : b ? 'onlyB' : 'neither'].push(row);
  }
  return rows;
}

/** The 2 × 2 table of {@link pairedRows}. */
export function pairedCounts(correctA: ArrayLike<number>, correctB: ArrayLike<number>): PairedCounts {
  const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (let row = 0; row < correctA.length; row++) {
    const a = correctA[row] === 1;
    const b = correctB[row] === 1;
    counts[a ? (b ? 'both' : 'onlyA') : b ? 'onlyB' : 'neither'] += 1;
  }
  return counts;
}

/**
 * Interval for the difference of two paired proportions: Wilson's limits of each, joined with the correlation φ, which
 * is corrected for continuity (n/2 is taken off ad − bc when that is positive, to 0 at least).
 * Source: Newcombe 1998, Statistics in Medicine 17, 2635–2650, method 10.
 */
export function newcombe(counts: PairedCounts, confidence = DEFAULT_CONFIDENCE): AccuracyDifference {
  const { both, onlyA, onlyB, neither } = counts;
  const n = both + onlyA + onlyB + neither;
  if (n === 0) return { difference: null, low: -1, high: 1 };
  const rateA = (both + onlyA) / n;
  const rateB = (both + onlyB) / n;
  const a = wilson(both + onlyA, n, confidence);
  const b = wilson(both + onlyB, n, confidence);
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  const cross = both * neither - onlyA * onlyB;
  const corrected = cross > 0 ? Math.max(cross - n / 2, 0) : cross;
  const phi = margins === 0 ? 0 : corrected / Math.sqrt(margins);
  const difference = (onlyA - onlyB) / n;
  return {
    difference,
    low: difference - side(rateA - a.low, b.high - rateB, phi),
    high: difference + side(a.high - rateA, rateB - b.low, phi),
  };
}

function side(fromA: number, fromB: number, phi: number): number {
  return Math.sqrt(Math.max(0, fromA * fromA - 2 * phi * fromA * fromB + fromB * fromB));
}

/**
 * McNemar's test on the samples where only one is right, exact (binomial with ½) and mid-p. Both are 1 without such
 * samples. Source: McNemar 1947; mid-p as Fagerland, Lydersen & Laake 2013, BMC Med. Res. Methodology 13, 91.
 */
export function mcnemar(onlyA: number, onlyB: number): McNemar {
  // Both are 1 by symmetry; the sum below would leave a rounding error there.
  if (onlyA === onlyB) return { exact: 1, mid: 1 };
  const n = onlyA + onlyB;
  const fewer = Math.min(onlyA, onlyB);
  let chance = Math.exp(logGamma(n + 1) - logGamma(fewer + 1) - logGamma(n - fewer + 1) - n * Math.LN2);
  const atObserved = chance;
  let tail = 0;
  for (let k = fewer; k >= 0 && chance > tail * 1e-17; k--) {
    tail += chance;
    chance *= k / (n - k + 1);
  }
  return { exact: Math.min(1, 2 * tail), mid: Math.min(1, 2 * tail - atObserved) };
}
