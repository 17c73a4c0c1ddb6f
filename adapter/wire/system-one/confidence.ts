/**
 * Confidence of a choice: how far the largest of n probabilities is above 1/n, as a share of the way to 1.
 * `(p_max − 1/n) / (1 − 1/n)`, the formula of the System One interface; 1 for a single option.
 */
export function choiceConfidence(probabilities: readonly number[]): number {
  const n = probabilities.length;
  if (n <= 1) return 1;
  return bounded((Math.max(...probabilities) - 1 / n) / (1 - 1 / n));
}

/**
 * Confidence of a score: 1 less the expected distance from the most likely level k, relative to the mean distance of
 * all levels from the middle. `max(0, 1 − Σ p_i·|i − k| / D)` with `D = (1/n)·Σ|i − (n−1)/2|`.
 */
export function scoreConfidence(probabilities: readonly number[]): number {
  const n = probabilities.length;
  if (n <= 1) return 1;
  const mode = probabilities.indexOf(Math.max(...probabilities));
  const distance = probabilities.reduce((sum, p, level) => sum + p * Math.abs(level - mode), 0);
  const middle = (n - 1) / 2;
  const spread = probabilities.reduce((sum, _, level) => sum + Math.abs(level - middle), 0) / n;
  return bounded(1 - distance / spread);
}

/** Rounding can leave a sum a hair outside. */
function bounded(value: number): number {
  return Math.min(1, Math.max(0, value));
}
