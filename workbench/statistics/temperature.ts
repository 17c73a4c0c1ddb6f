import { findRoot } from './find-root.ts';
import type { Predictions } from './predictions.ts';
import { clippedLogs } from './rescale.ts';

// Outside this range a temperature says that the samples hold no answer (all right, or no better than chance), and a
// probability under it is 0 or 1/K for every purpose.
export const MIN_TEMPERATURE = 0.05;
export const MAX_TEMPERATURE = 20;

/** A temperature, or the end of the range that the samples push towards. */
export interface FittedTemperature {
  temperature: number;
  /** `low`: every first choice is right, so sharper is always better. `high`: flatter is always better. */
  atLimit: 'low' | 'high' | null;
}

/**
 * The temperature with the smallest mean log loss of softmax(z/T), z = ln p clipped at 1e-15: the root of the
 * derivative in 1/T, which is mean(E[z] − z_true) and increasing. Null without samples.
 * Source: Guo et al. 2017, “On Calibration of Modern Neural Networks”.
 */
export function fitTemperature(predictions: Predictions): FittedTemperature | null {
  return fitSharedTemperature([predictions]);
}

/** The same for samples with different options: one temperature with the smallest log loss over all of them. */
export function fitSharedTemperature(several: readonly Predictions[]): FittedTemperature | null {
  const packed = several
    .filter(({ labels }) => labels.length > 0)
    .map((predictions) => ({ ...predictions, logits: clippedLogs(predictions) }));
  const n = packed.reduce((sum, { labels }) => sum + labels.length, 0);
  if (n === 0) return null;
  const slope = (inverse: number) =>
    packed.reduce((sum, { logits, labels, options }) => sum + slopeIn(logits, labels, options.length, inverse), 0) / n;
  const root = findRoot(slope, 1 / MAX_TEMPERATURE, 1 / MIN_TEMPERATURE);
  if (root !== null) return { temperature: 1 / root, atLimit: null };
  return slope(1) < 0
    ? { temperature: MIN_TEMPERATURE, atLimit: 'low' }
    : { temperature: MAX_TEMPERATURE, atLimit: 'high' };
}

/** Sum over the rows of E[z] − z_true at the inverse temperature. */
function slopeIn(logits: Float64Array, labels: Int32Array, width: number, inverse: number): number {
  let slope = 0;
  for (let row = 0; row < labels.length; row++) {
    const start = row * width;
    let largest = Number.NEGATIVE_INFINITY;
    for (let option = 0; option < width; option++) largest = Math.max(largest, logits[start + option] ?? 0);
    let sum = 0;
    let weighted = 0;
    for (let option = 0; option < width; option++) {
      const z = logits[start + option] ?? 0;
      const power = Math.exp(inverse * (z - largest));
      sum += power;
      weighted += power * z;
    }
    slope += weighted / sum - (logits[start + (labels[row] ?? 0)] ?? 0);
  }
  return slope;
}
