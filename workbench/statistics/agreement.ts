import { firstChoices, type Predictions } from './predictions.ts';

/** The largest change of one option's probability. */
export interface OptionChange {
  option: string;
  /** Probability in the second less that in the first; null without samples. */
  change: number | null;
  /** Row where it happens. */
  row: number | null;
}

/** How far two predictions of the same samples lie apart, whatever the labels say. */
export interface Agreement {
  /** Rows whose first choice differs. */
  flips: number[];
  /** Mean of ½·Σ|p − q|, 0 to 1; null without samples. */
  meanTotalVariation: number | null;
  /** For each option, in their order. */
  largestChanges: OptionChange[];
}

/** ½·Σ|p − q| of one row: the largest difference in probability that any set of options can show. */
export function totalVariation(a: Predictions, b: Predictions, row: number): number {
  const width = a.options.length;
  let sum = 0;
  for (let i = row * width; i < (row + 1) * width; i++) {
    sum += Math.abs((a.probabilities[i] ?? 0) - (b.probabilities[i] ?? 0));
  }
  return sum / 2;
}

/** Compares two predictions of the same samples, in the same order. */
export function agreement(a: Predictions, b: Predictions): Agreement {
  const n = a.labels.length;
  const width = a.options.length;
  const [choicesA, choicesB] = [firstChoices(a), firstChoices(b)];
  const flips: number[] = [];
  let variation = 0;
  const largestChanges: OptionChange[] = a.options.map((option) => ({ option, change: null, row: null }));
  for (let row = 0; row < n; row++) {
    if (choicesA[row] !== choicesB[row]) flips.push(row);
    variation += totalVariation(a, b, row);
    for (const [option, largest] of largestChanges.entries()) {
      const change = (b.probabilities[row * width + option] ?? 0) - (a.probabilities[row * width + option] ?? 0);
      if (largest.change === null || Math.abs(change) > Math.abs(largest.change)) {
        largest.change = change;
        largest.row = row;
      }
    }
  }
  return { flips, meanTotalVariation: n === 0 ? null : variation / n, largestChanges };
}
