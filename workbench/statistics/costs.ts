import { bootstrapMeans, type Estimate, type Resampling } from './bootstrap.ts';
import { confidences, firstChoices, type Predictions } from './predictions.ts';

/** The action of doing nothing, where an option's index stands otherwise. */
export const ABSTAIN = -1;

/** Costs in any one unit. */
export interface Costs {
  /** `action[true][chosen]`: cost of acting on `chosen` when `true` is right. K × K; the diagonal is usually 0. */
  action: readonly (readonly number[])[];
  abstain: number;
}

/** What a way of choosing costs on labelled samples. */
export interface RealisedCost {
  n: number;
  abstained: number;
  /** Mean cost a sample with its bootstrap interval. */
  cost: Estimate;
}

/**
 * Actions of a threshold: the first choice where its probability is at least `threshold`, else `fallback` (an option's
 * index, or {@link ABSTAIN}).
 */
export function actByThreshold(predictions: Predictions, threshold: number, fallback = ABSTAIN): Int32Array {
  const scores = confidences(predictions);
  return firstChoices(predictions).map((choice, row) => ((scores[row] ?? 0) >= threshold ? choice : fallback));
}

/** {@link actByThreshold} with a threshold for each option; with null an option is never acted on. */
export function actByOptionThresholds(
  predictions: Predictions,
  thresholds: readonly (number | null)[],
  fallback = ABSTAIN,
): Int32Array {
  const scores = confidences(predictions);
  return firstChoices(predictions).map((choice, row) => {
    const threshold = thresholds[choice] ?? null;
    return threshold !== null && (scores[row] ?? 0) >= threshold ? choice : fallback;
  });
}

/**
 * The action with the smallest expected cost under the probabilities, Σ p(true) · cost[true][action]; of equal ones
 * the earlier option, and abstaining only when it is cheaper than every option. Only as good as the calibration.
 * Source: Elkan 2001, “The foundations of cost-sensitive learning”; abstaining as Chow 1970.
 */
export function actByCost(predictions: Predictions, costs: Costs): Int32Array {
  const width = predictions.options.length;
  return Int32Array.from(predictions.labels, (_, row) => {
    let best = ABSTAIN;
    let lowest = Number.POSITIVE_INFINITY;
    for (let action = 0; action < width; action++) {
      let expected = 0;
      for (let truth = 0; truth < width; truth++) {
        expected += (predictions.probabilities[row * width + truth] ?? 0) * (costs.action[truth]?.[action] ?? 0);
      }
      if (expected < lowest) {
        lowest = expected;
        best = action;
      }
    }
    return costs.abstain < lowest ? ABSTAIN : best;
  });
}

/** Mean cost of actions on labelled samples, resampled over samples or groups. */
export function realisedCost(
  labels: Int32Array,
  actions: Int32Array,
  costs: Costs,
  resampling: Resampling,
): RealisedCost {
  const terms = Float64Array.from(labels, (label, row) => {
    const action = actions[row] ?? ABSTAIN;
    return action === ABSTAIN ? costs.abstain : (costs.action[label]?.[action] ?? 0);
  });
  const [cost = { value: null, interval: null }] = bootstrapMeans([terms], resampling);
  return { n: labels.length, abstained: actions.filter((action) => action === ABSTAIN).length, cost };
}
