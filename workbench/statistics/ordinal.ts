import { confusionCounts } from './classification.ts';
import { mean } from './mean.ts';
import type { Predictions } from './predictions.ts';

/** Measures of a score question: its options are levels 0 to K − 1 in their order. Null without samples. */
export interface Ordinal {
  /** Ranked probability score / (K − 1), 0 to 1. */
  rps: number | null;
  /** Mean |expected level − true level|, in levels, 0 to K − 1. */
  meanAbsoluteError: number | null;
  /** Weighted kappa of the first choice, −1 to 1; null too when all labels and choices are one level. */
  quadraticKappa: number | null;
}

/**
 * Σ over the K − 1 borders of (P(level ≤ j) − 1[true ≤ j])², divided by K − 1; one number a sample.
 * Source: Epstein 1969, J. Appl. Meteorology 8, 985–987; normalised as Murphy 1971.
 */
export function rpsTerms(predictions: Predictions): Float64Array {
  const width = predictions.options.length;
  const terms = new Float64Array(predictions.labels.length);
  for (let row = 0; row < terms.length; row++) {
    const label = predictions.labels[row] ?? 0;
    let cumulative = 0;
    let sum = 0;
    for (let level = 0; level < width - 1; level++) {
      cumulative += predictions.probabilities[row * width + level] ?? 0;
      const error = cumulative - (label <= level ? 1 : 0);
      sum += error * error;
    }
    terms[row] = sum / (width - 1);
  }
  return terms;
}

/** |Σ level · p − true level|, one number a sample, in levels. */
export function levelErrorTerms(predictions: Predictions): Float64Array {
  const width = predictions.options.length;
  const terms = new Float64Array(predictions.labels.length);
  for (let row = 0; row < terms.length; row++) {
    let expected = 0;
    for (let level = 0; level < width; level++) {
      expected += level * (predictions.probabilities[row * width + level] ?? 0);
    }
    terms[row] = Math.abs(expected - (predictions.labels[row] ?? 0));
  }
  return terms;
}

/**
 * Cohen's kappa with quadratic weights: 1 − Σ w·O / Σ w·E, w = (i − j)², O the confusion counts, E those expected from
 * the margins. Source: Cohen 1968, Psychological Bulletin 70, 213–220.
 */
export function quadraticKappa(predictions: Predictions): number | null {
  const width = predictions.options.length;
  const n = predictions.labels.length;
  const counts = confusionCounts(predictions);
  const truth = new Float64Array(width);
  const chosen = new Float64Array(width);
  for (const [cell, count] of counts.entries()) {
    const label = Math.floor(cell / width);
    truth[label] = (truth[label] ?? 0) + count;
    chosen[cell % width] = (chosen[cell % width] ?? 0) + count;
  }
  let observed = 0;
  let expected = 0;
  for (const [cell, count] of counts.entries()) {
    const label = Math.floor(cell / width);
    const choice = cell % width;
    const weight = (label - choice) ** 2;
    observed += weight * count;
    expected += (weight * (truth[label] ?? 0) * (chosen[choice] ?? 0)) / n;
  }
  return expected > 0 ? 1 - observed / expected : null;
}

/** All measures of a score question. */
export function ordinal(predictions: Predictions): Ordinal {
  return {
    rps: mean(rpsTerms(predictions)),
    meanAbsoluteError: mean(levelErrorTerms(predictions)),
    quadraticKappa: quadraticKappa(predictions),
  };
}
