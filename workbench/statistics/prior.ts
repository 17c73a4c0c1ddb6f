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

// Newton's method converges quadratically from here.
const MAX_STEPS = 50;
const GRADIENT_TOLERANCE = 1e-14;
const SMALLEST_STEP = 1e-6;

/**
 * The minimum of the mean log loss of softmax(z/T + b) + 0.02·Σb², z = ln p clipped at 1e-15, over b, and over T too
 * unless one is given. The loss is convex in (b, 1/T): Newton's method with 1/T kept in its range. Null without
 * samples.
 * Source: bias-corrected temperature scaling, Alexandari, Kundaje & Shrikumar 2020, with a ridge penalty on b.
 */
export function fitPrior(predictions: Predictions, temperature?: number): FittedPrior | null {
  const { labels, options } = predictions;
  if (labels.length === 0) return null;
  const loss = priorLoss(clippedLogs(predictions), labels, options.length);
  const last = options.length;
  // The biases, then 1/T.
  let at = new Float64Array(last + 1);
  at[last] = 1 / (temperature ?? 1);
  let value = loss.moveTo(at);
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = loss.gradient();
    const held = temperature !== undefined || atLimit(at[last] ?? 1, gradient[last] ?? 0);
    if (held) gradient[last] = 0;
    if (gradient.every((slope) => Math.abs(slope) < GRADIENT_TOLERANCE)) break;
    const direction = solve((v) => {
      const image = loss.curvatureTimes(v);
      if (held) image[last] = 0;
      return image;
    }, gradient);
    let size = 1;
    let next = stepFrom(at, direction, size);
    let nextValue = loss.moveTo(next);
    while (!(nextValue < value) && size > SMALLEST_STEP) {
      size /= 2;
      next = stepFrom(at, direction, size);
      nextValue = loss.moveTo(next);
    }
    if (!(nextValue < value)) {
      // Rounding hides what a smaller step would gain. The full step has the smaller gradient, so it is kept.
      at = stepFrom(at, direction, 1);
      loss.moveTo(at);
      break;
    }
    at = next;
    value = nextValue;
  }
  return { temperature: 1 / (at[last] ?? 1), bias: at.slice(0, last), logLoss: loss.unpenalised() };
}

function atLimit(inverse: number, slope: number): boolean {
  return (inverse >= 1 / MIN_TEMPERATURE && slope < 0) || (inverse <= 1 / MAX_TEMPERATURE && slope > 0);
}

/** at − size · direction, 1/T kept in its range. */
function stepFrom(at: Float64Array, direction: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(at.length);
  for (let i = 0; i < at.length; i++) next[i] = (at[i] ?? 0) - size * (direction[i] ?? 0);
  const last = at.length - 1;
  next[last] = Math.min(1 / MIN_TEMPERATURE, Math.max(1 / MAX_TEMPERATURE, next[last] ?? 1));
  return next;
}

/** The penalised loss as a function of (b, 1/T), with its derivatives at the point it was moved to. */
function priorLoss(logits: Float64Array, labels: Int32Array, width: number) {
  const n = labels.length;
  const probabilities = new Float64Array(logits.length);
  const bias = new Float64Array(width);
  let unpenalised = 0;
  return {
    unpenalised: () => unpenalised,
    moveTo(at: Float64Array): number {
      bias.set(at.subarray(0, width));
      unpenalised = softmaxRows(logits, labels, at[width] ?? 1, bias, probabilities);
      return unpenalised + PRIOR_PENALTY * dot(bias, bias);
    },
    gradient(): Float64Array {
      const sums = new Float64Array(width + 1);
      for (let row = 0; row < n; row++) {
        const start = row * width;
        const label = labels[row] ?? 0;
        for (let option = 0; option < width; option++) {
          const error = (probabilities[start + option] ?? 0) - (option === label ? 1 : 0);
          sums[option] = (sums[option] ?? 0) + error;
          sums[width] = (sums[width] ?? 0) + error * (logits[start + option] ?? 0);
        }
      }
      return sums.map((sum, i) => sum / n + 2 * PRIOR_PENALTY * (bias[i] ?? 0));
    },
    /** Second derivative times v, without forming the matrix: with 255 options it would cost more than the data. */
    curvatureTimes(v: Float64Array): Float64Array {
      const sums = new Float64Array(width + 1);
      const ofScale = v[width] ?? 0;
      for (let row = 0; row < n; row++) {
        const start = row * width;
        let average = 0;
        for (let option = 0; option < width; option++) {
          const change = (v[option] ?? 0) + ofScale * (logits[start + option] ?? 0);
          average += (probabilities[start + option] ?? 0) * change;
        }
        for (let option = 0; option < width; option++) {
          const z = logits[start + option] ?? 0;
          const term = (probabilities[start + option] ?? 0) * ((v[option] ?? 0) + ofScale * z - average);
          sums[option] = (sums[option] ?? 0) + term;
          sums[width] = (sums[width] ?? 0) + term * z;
        }
      }
      return sums.map((sum, i) => sum / n + (i < width ? 2 * PRIOR_PENALTY * (v[i] ?? 0) : 0));
    },
  };
}

/** Solves A·x = b for a positive definite A by conjugate gradients (Hestenes & Stiefel 1952). */
function solve(times: (v: Float64Array) => Float64Array, b: Float64Array): Float64Array {
  const x = new Float64Array(b.length);
  const residual = b.slice();
  const direction = b.slice();
  let square = dot(residual, residual);
  const enough = square * 1e-24;
  // In exact arithmetic as many steps as unknowns suffice; rounding can ask for some more.
  for (let step = 0; step < 2 * b.length && square > enough; step++) {
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
