import { confidences, correctness, firstChoices, type Predictions } from './predictions.ts';
import {
  clopperPearsonLower,
  DEFAULT_CONFIDENCE,
  lowerBoundReaches,
  type Proportion,
  proportion,
} from './proportions.ts';
import { groupTies } from './tie-groups.ts';

/** A confidence from which on answers are accepted, and what the samples it was chosen on say of it (optimistic). */
export interface ThresholdChoice {
  threshold: number;
  accepted: number;
  correct: number;
  /** accepted / n */
  coverage: number;
  /** One-sided Clopper-Pearson bound of the accuracy of the accepted samples. */
  lower: number;
}

/** No threshold of these samples reaches the target. */
export interface NotAttainable {
  threshold: null;
  /** About how many accepted samples without a single error it would take; null for a target of 1, which none shows. */
  errorFreeSamples: number | null;
}

/** What other samples say of a threshold. */
export interface ThresholdCheck {
  threshold: number;
  target: number;
  accepted: number;
  correct: number;
  /** accepted / n; null without samples. */
  coverage: number | null;
  /** Accuracy of the accepted samples. */
  accuracy: Proportion;
  /** One-sided Clopper-Pearson bound; 0 when nothing was accepted. */
  lower: number;
  /** `verified` when the bound reaches the target. */
  verdict: 'verified' | 'not shown';
}

/**
 * The lowest confidence t whose one-sided Clopper-Pearson bound of the accuracy of the samples with confidence ≥ t
 * reaches the target. Many thresholds are tried, so the bound is optimistic: {@link checkThreshold} on other samples
 * decides. `correct` holds 1 and 0.
 */
export function chooseThreshold(
  scores: ArrayLike<number>,
  correct: ArrayLike<number>,
  target: number,
  confidence = DEFAULT_CONFIDENCE,
): ThresholdChoice | NotAttainable {
  const ties = groupTies(scores, correct);
  let accepted = ties.n;
  let right = ties.successes.reduce((sum, count) => sum + count, 0);
  for (let group = 0; group < ties.counts.length; group++) {
    // The bound lies below the rate, so most groups need no incomplete beta.
    if (right >= target * accepted && lowerBoundReaches(target, right, accepted, confidence)) {
      return {
        threshold: ties.scores[group] ?? 1,
        accepted,
        correct: right,
        coverage: accepted / ties.n,
        lower: clopperPearsonLower(right, accepted, confidence),
      };
    }
    accepted -= ties.counts[group] ?? 0;
    right -= ties.successes[group] ?? 0;
  }
  return { threshold: null, errorFreeSamples: errorFreeSamples(target, confidence) };
}

/** {@link chooseThreshold} on the probability of the first choice. */
export function chooseTopChoiceThreshold(
  predictions: Predictions,
  target: number,
  confidence = DEFAULT_CONFIDENCE,
): ThresholdChoice | NotAttainable {
  return chooseThreshold(confidences(predictions), correctness(predictions), target, confidence);
}

/**
 * The smallest m whose bound reaches the target when all m are right: target^m ≤ 1 − confidence. 59 for 0.95. Null for
 * a target of 1.
 */
export function errorFreeSamples(target: number, confidence = DEFAULT_CONFIDENCE): number | null {
  if (target >= 1) return null;
  if (target <= 0) return 0;
  return Math.ceil(Math.log(1 - confidence) / Math.log(target));
}

/** What these samples, which the threshold was not chosen on, say of it. */
export function checkThreshold(
  scores: ArrayLike<number>,
  correct: ArrayLike<number>,
  threshold: number,
  target: number,
  confidence = DEFAULT_CONFIDENCE,
): ThresholdCheck {
  let accepted = 0;
  let right = 0;
  for (let row = 0; row < scores.length; row++) {
    if ((scores[row] ?? 0) < threshold) continue;
    accepted += 1;
    right += correct[row] ?? 0;
  }
  return {
    threshold,
    target,
    accepted,
    correct: right,
    coverage: scores.length === 0 ? null : accepted / scores.length,
    accuracy: proportion(right, accepted),
    lower: clopperPearsonLower(right, accepted, confidence),
    verdict: lowerBoundReaches(target, right, accepted, confidence) ? 'verified' : 'not shown',
  };
}

/**
 * One threshold for each option, chosen on the samples whose first choice it is, so that each action keeps the target
 * (its precision). An option without a threshold is never acted on.
 */
export function chooseOptionThresholds(
  predictions: Predictions,
  target: number,
  confidence = DEFAULT_CONFIDENCE,
): { option: string; choice: ThresholdChoice | NotAttainable }[] {
  const choices = firstChoices(predictions);
  const scores = confidences(predictions);
  const correct = correctness(predictions);
  return predictions.options.map((option, index) => {
    const rows = [...choices.keys()].filter((row) => choices[row] === index);
    const choice = chooseThreshold(
      rows.map((row) => scores[row] ?? 0),
      rows.map((row) => correct[row] ?? 0),
      target,
      confidence,
    );
    return { option, choice };
  });
}
