import { baselines } from './classification.ts';
import { mean } from './mean.ts';
import type { Predictions } from './predictions.ts';

/** Probabilities below are raised to it, so that one certain mistake does not make the mean infinite. */
export const LOG_CLIP = 1e-15;

export interface LogLoss {
  /** Nats; null without samples. */
  value: number | null;
  /** Samples whose true option had less than {@link LOG_CLIP}. */
  clipped: number;
}

export interface Brier {
  /** Sum over all options, 0 to 2; null without samples. */
  value: number | null;
  /** Half of it, 0 to 1: the usual form for yes/no questions. */
  halved: number | null;
  /** The same score of answering with the class prior every time, 1 − Σ f². */
  ofClassPrior: number | null;
  /** 1 − value / ofClassPrior: above 0 the probabilities beat the prior. Null when every label is the same. */
  skill: number | null;
}

/** −ln p of each sample's true option, p raised to at least {@link LOG_CLIP}. One number a sample, in nats. */
export function logLossTerms(predictions: Predictions): Float64Array {
  const width = predictions.options.length;
  const terms = new Float64Array(predictions.labels.length);
  for (let row = 0; row < terms.length; row++) {
    const p = predictions.probabilities[row * width + (predictions.labels[row] ?? 0)] ?? 0;
    terms[row] = -Math.log(Math.max(p, LOG_CLIP));
  }
  return terms;
}

/** Mean of −ln p(true option). Source: Good 1952; natural logarithm, clipped as scikit-learn once did. */
export function logLoss(predictions: Predictions): LogLoss {
  const width = predictions.options.length;
  const clipped = predictions.labels.reduce(
    (count, label, row) => count + ((predictions.probabilities[row * width + label] ?? 0) < LOG_CLIP ? 1 : 0),
    0,
  );
  return { value: mean(logLossTerms(predictions)), clipped };
}

/** Σ over options of (p − 1[true])², one number a sample, 0 to 2. */
export function brierTerms(predictions: Predictions): Float64Array {
  const width = predictions.options.length;
  const terms = new Float64Array(predictions.labels.length);
  for (let row = 0; row < terms.length; row++) {
    const label = predictions.labels[row] ?? 0;
    let sum = 0;
    for (let option = 0; option < width; option++) {
      const error = (predictions.probabilities[row * width + option] ?? 0) - (option === label ? 1 : 0);
      sum += error * error;
    }
    terms[row] = sum;
  }
  return terms;
}

/** Mean squared error of the probabilities, with its skill. Source: Brier 1950, Monthly Weather Review 78, 1–3. */
export function brier(predictions: Predictions): Brier {
  const value = mean(brierTerms(predictions));
  if (value === null) return { value, halved: null, ofClassPrior: null, skill: null };
  const ofClassPrior = 1 - baselines(predictions).classPrior.reduce((sum, share) => sum + share * share, 0);
  return { value, halved: value / 2, ofClassPrior, skill: ofClassPrior > 0 ? 1 - value / ofClassPrior : null };
}
