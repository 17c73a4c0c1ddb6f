import type { ActionRule } from '../../adapter/score/choose-action.ts';
import type { Predictions } from '../statistics/predictions.ts';
import { clopperPearsonUpper, lowerBoundReaches } from '../statistics/proportions.ts';
import { acceptedActions } from './choose-rule.ts';

/** Accepted answers whose accuracy a target is about. */
export interface Claim {
  /** The option whose own threshold it is about; null for all accepted answers. */
  option: string | null;
  accepted: number;
  right: number;
}

/**
 * What a rule's target is about: the accepted answers as a whole, or, where options have thresholds of their own, those
 * of each such option. An option that was never accepted is not shown.
 */
export function claimsOf(predictions: Predictions, rule: ActionRule): Claim[] {
  const actions = acceptedActions(predictions, rule);
  const count = (option: string | null, index: number | null): Claim => {
    let accepted = 0;
    let right = 0;
    for (const [row, action] of actions.entries()) {
      if (action < 0 || (index !== null && action !== index)) continue;
      accepted += 1;
      if (action === predictions.labels[row]) right += 1;
    }
    return { option, accepted, right };
  };
  const { thresholds } = rule;
  if (thresholds === null) return [count(null, null)];
  return predictions.options.flatMap((option, index) =>
    Object.hasOwn(thresholds, option) ? [count(option, index)] : [],
  );
}

/** Whether the one-sided 95 % Clopper-Pearson bound of the accuracy reaches the target. */
export function reaches({ right, accepted }: Claim, target: number): boolean {
  return lowerBoundReaches(target, right, accepted);
}

/** Whether the accuracy is shown to be below the target: the one-sided 95 % upper bound is. */
export function fallsShort({ right, accepted }: Claim, target: number): boolean {
  return accepted > 0 && clopperPearsonUpper(right, accepted) < target;
}
