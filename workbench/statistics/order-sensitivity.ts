import { agreement } from './agreement.ts';
import type { Predictions } from './predictions.ts';
import { type Proportion, proportion } from './proportions.ts';

export interface OrderSensitivity {
  /** Share of samples whose first choice differs between the orders. */
  flipped: Proportion;
  /** Their rows. */
  rows: number[];
  /** Mean ½·Σ|p − q| between the orders; null without samples. */
  meanTotalVariation: number | null;
  /** Largest change of one probability; null without samples. */
  largestChange: number | null;
}

/** Compares the probabilities of the given and the reversed order, both with the options in the same (given) order. */
export function orderSensitivity(given: Predictions, reversed: Predictions): OrderSensitivity {
  const { flips, meanTotalVariation, largestChanges } = agreement(given, reversed);
  const changes = largestChanges.flatMap(({ change }) => (change === null ? [] : [Math.abs(change)]));
  return {
    flipped: proportion(flips.length, given.labels.length),
    rows: flips,
    meanTotalVariation,
    largestChange: changes.length === 0 ? null : Math.max(...changes),
  };
}
