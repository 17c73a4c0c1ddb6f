import { findRoot } from './find-root.ts';
import type { Predictions } from './predictions.ts';
import { clippedLogs, softmaxRows } from './rescale.ts';
import { MAX_TEMPERATURE, MIN_TEMPERATURE } from './temperature.ts';

/** Weight of Σb² beside the mean log loss: a bias of 1 must be worth 0.02 nats a sample. */
export const PRIOR_PENALTY = 0.02;

/** One additive bias for each option, with the temperature that goes with it. */
export interface FittedPrior {
  temperature: number;
  /** In the order of the options; they sum to 0. */
  bias: Float64Array;
  /** Mean log loss of softmax(z/T + b) on the samples it was fitted on, without the penalty. */
  logLoss: number;
}

// Newton's method converges quadratically; the curvature lies between 0.04 and 0.54, so that neither loop needs more.
const MAX_NEWTON_STEPS = 50;
const MAX_SOLVE_STEPS = 200;
const GRADIENT_TOLERANCE = 1e-14;

/**
 * The minimum of the mean log loss of softmax(z/T + b) + 0.02·Σb², z = ln p clipped at 1e-15, over b, and over T too
 * unless one is given. The loss is convex in (1/T, b): for each 1/T Newton's method finds b, and the root of the
 * derivative along the best b is the best 1/T. Null without samples.
 * Source: bias-corrected temperature scaling, Alexandari, Kundaje & Shrikumar 2020, with a ridge penalty on b.
 */
export function fitPrior(predictions: Predictions, temperature?: number): FittedPrior | null {
  const { labels } = predictions;
  const width = predictions.options.length;
  if (labels.length === 0) return null;
  const logits = clippedLogs(predictions);
  const probabilities = new Float64Array(logits.length);
  const bias = new Float64Array(width);
  const slope = (inverse: number) => {
    fitBias(logits, labels, inverse, bias, probabilities);
    let sum = 0;
    for (let row = 0; row < labels.length; row++) {
      const start = row * width;
      for (let option = 0; option < width; option++) {
        sum += (probabilities[start + option] ?? 0) * (logits[start + option] ?? 0);
      }
      sum -= logits[start + (labels[row] ?? 0)] ?? 0;
    }
    return sum / labels.length;
  };
  const inverse = temperature === undefined ? bestInverse(slope) : 1 / temperature;
  const loss = fitBias(logits, labels, inverse, bias, probabilities);
  return { temperature: 1 / inverse, bias, logLoss: loss };
}

function bestInverse(slope: (inverse: number) => number): number {
  const root = findRoot(slope, 1 / MAX_TEMPERATURE, 1 / MIN_TEMPERATURE);
  return root ?? 1 / (slope(1) < 0 ? MIN_TEMPERATURE : MAX_TEMPERATURE);
}

/** Improves `bias` in place to the minimum for this 1/T; leaves the probabilities there. Returns the mean log loss. */
function fitBias(
  logits: Float64Array,
  labels: Int32Array,
  inverse: number,
  bias: Float64Array,
  probabilities: Float64Array,
): number {
  const width = bias.length;
  const frequency = new Float64Array(width);
  for (const label of labels) frequency[label] = (frequency[label] ?? 0) + 1 / labels.length;
  let loss = softmaxRows(logits, labels, inverse, bias, probabilities);
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    const average = columnMeans(probabilities, width);
    const gradient = average.map(
      (share, option) => share - (frequency[option] ?? 0) + 2 * PRIOR_PENALTY * (bias[option] ?? 0),
    );
    if (Math.max(...gradient.map(Math.abs)) < GRADIENT_TOLERANCE) break;
    const direction = solve((v) => curvatureTimes(v, probabilities, average), gradient);
    const before = loss + penalty(bias);
    const start = bias.slice();
    let size = 1;
    do {
      for (let option = 0; option < width; option++) {
        bias[option] = (start[option] ?? 0) - size * (direction[option] ?? 0);
      }
      loss = softmaxRows(logits, labels, inverse, bias, probabilities);
      size /= 2;
      // A step that gains less than rounding is the last one.
    } while (loss + penalty(bias) > before + 1e-15 && size > 1e-6);
    if (before - (loss + penalty(bias)) <= 0) break;
  }
  return loss;
}

function penalty(bias: Float64Array): number {
  return PRIOR_PENALTY * bias.reduce((sum, b) => sum + b * b, 0);
}

function columnMeans(rows: Float64Array, width: number): Float64Array {
  const means = new Float64Array(width);
  const share = width / rows.length;
  for (let i = 0; i < rows.length; i++) means[i % width] = (means[i % width] ?? 0) + (rows[i] ?? 0) * share;
  return means;
}

/** (mean(diag q − q qᵀ) + 0.04·I) · v, without forming the matrix: with 255 options it would cost more than the data. */
function curvatureTimes(v: Float64Array, probabilities: Float64Array, average: Float64Array): Float64Array {
  const width = v.length;
  const share = width / probabilities.length;
  const product = v.map((value, option) => value * ((average[option] ?? 0) + 2 * PRIOR_PENALTY));
  for (let start = 0; start < probabilities.length; start += width) {
    let dot = 0;
    for (let option = 0; option < width; option++) dot += (probabilities[start + option] ?? 0) * (v[option] ?? 0);
    dot *= share;
    for (let option = 0; option < width; option++) {
      product[option] = (product[option] ?? 0) - dot * (probabilities[start + option] ?? 0);
    }
  }
  return product;
}

/** Solves A·x = b for a positive definite A by conjugate gradients (Hestenes & Stiefel 1952). */
function solve(times: (v: Float64Array) => Float64Array, b: Float64Array): Float64Array {
  const x = new Float64Array(b.length);
  const residual = b.slice();
  const direction = b.slice();
  let square = dot(residual, residual);
  const enough = square * 1e-24;
  for (let step = 0; step < MAX_SOLVE_STEPS && square > enough; step++) {
    const image = times(direction);
    const length = square / dot(direction, image);
    for (let i = 0; i < x.length; i++) {
      x[i] = (x[i] ?? 0) + length * (direction[i] ?? 0);
      residual[i] = (residual[i] ?? 0) - length * (image[i] ?? 0);
    }
    const next = dot(residual, residual);
    for (let i = 0; i < x.length; i++) direction[i] = (residual[i] ?? 0) + (next / square) * (direction[i] ?? 0);
    square = next;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
