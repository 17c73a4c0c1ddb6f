import type { Predictions } from './predictions.ts';
import { LOG_CLIP } from './probability-scores.ts';

/** ln p, p raised to {@link LOG_CLIP}: the logits that temperature and prior work on. n rows of K. */
export function clippedLogs(predictions: Predictions): Float64Array {
  return predictions.probabilities.map((p) => Math.log(Math.max(p, LOG_CLIP)));
}

/**
 * Writes softmax(scale · z + bias) of every row of `logits` to `out` and returns the mean log loss of the labels, in
 * nats. `logits` and `out` are n rows of K numbers.
 */
export function softmaxRows(
  logits: Float64Array,
  labels: Int32Array,
  scale: number,
  bias: Float64Array,
  out: Float64Array,
): number {
  const width = bias.length;
  let loss = 0;
  for (let row = 0; row < labels.length; row++) {
    const start = row * width;
    let largest = Number.NEGATIVE_INFINITY;
    for (let option = 0; option < width; option++) {
      const value = scale * (logits[start + option] ?? 0) + (bias[option] ?? 0);
      out[start + option] = value;
      if (value > largest) largest = value;
    }
    const atLabel = (out[start + (labels[row] ?? 0)] ?? 0) - largest;
    let sum = 0;
    for (let option = 0; option < width; option++) {
      const power = Math.exp((out[start + option] ?? 0) - largest);
      out[start + option] = power;
      sum += power;
    }
    for (let option = 0; option < width; option++) out[start + option] = (out[start + option] ?? 0) / sum;
    loss += Math.log(sum) - atLabel;
  }
  return loss / labels.length;
}

/** The predictions under a temperature and, where there is one, an additive bias for each option: softmax(z/T + b). */
export function rescale(predictions: Predictions, temperature: number, bias?: ArrayLike<number>): Predictions {
  const probabilities = new Float64Array(predictions.probabilities.length);
  const biases = bias === undefined ? new Float64Array(predictions.options.length) : Float64Array.from(bias);
  softmaxRows(clippedLogs(predictions), predictions.labels, 1 / temperature, biases, probabilities);
  return { ...predictions, probabilities };
}
