/** How many samples are scored again at the end of a run. */
export const DRIFT_SAMPLES = 20;

/** A larger difference means that the engine does not repeat itself. */
export const DRIFT_LIMIT = 0.01;

export interface Drift {
  /** Samples scored twice. */
  n: number;
  /** Largest difference of one probability; null without samples. */
  largest: number | null;
  verdict: 'reproducible' | 'not reproducible on this engine' | 'not checked';
}

/**
 * Compares the probabilities of a run's first samples with those of scoring them again at its end: row by row, option
 * by option, the largest |p − p′|.
 */
export function drift(first: readonly ArrayLike<number>[], again: readonly ArrayLike<number>[]): Drift {
  const n = Math.min(first.length, again.length);
  let largest = 0;
  for (let row = 0; row < n; row++) {
    const [before = [], after = []] = [first[row], again[row]];
    for (let option = 0; option < before.length; option++) {
      largest = Math.max(largest, Math.abs((before[option] ?? 0) - (after[option] ?? 0)));
    }
  }
  if (n === 0) return { n, largest: null, verdict: 'not checked' };
  return { n, largest, verdict: largest > DRIFT_LIMIT ? 'not reproducible on this engine' : 'reproducible' };
}
