import type { ActionRule } from '../../adapter/score/choose-action.ts';
import type { FitRequest } from '../contract/configurations.ts';
import { ABSTAIN, actByCost, actByOptionThresholds, actByThreshold } from '../statistics/costs.ts';
import type { Predictions } from '../statistics/predictions.ts';
import { chooseOptionThresholds, chooseTopChoiceThreshold } from '../statistics/threshold.ts';

/** A rule, and whether the tune part has one that reaches the target. */
export interface ChosenRule {
  rule: ActionRule;
  target: number | null;
  attainable: boolean;
  /** A person chose it, and not the tune part. */
  byHand: boolean;
}

/** The rule that was asked for, chosen on the tune part's probabilities as they will be. */
export function chooseRule(tune: Predictions, { rule, fallback }: Pick<FitRequest, 'rule' | 'fallback'>): ChosenRule {
  const costs = 'costs' in rule ? (rule.costs ?? null) : null;
  const none = { threshold: null, thresholds: null, costs, fallback };
  const byHand = rule.rule === 'confidence';
  switch (rule.rule) {
    case 'none':
      return { rule: none, target: null, attainable: true, byHand };
    case 'confidence':
      return { rule: { ...none, threshold: rule.threshold }, target: rule.accuracy ?? null, attainable: true, byHand };
    case 'target': {
      const { threshold } = chooseTopChoiceThreshold(tune, rule.accuracy);
      return { rule: { ...none, threshold }, target: rule.accuracy, attainable: threshold !== null, byHand };
    }
    case 'per-option': {
      const chosen = chooseOptionThresholds(tune, rule.accuracy).flatMap(({ option, choice }) =>
        choice.threshold === null ? [] : [[option, choice.threshold] as const],
      );
      const thresholds = Object.fromEntries(chosen);
      return { rule: { ...none, thresholds }, target: rule.accuracy, attainable: chosen.length > 0, byHand };
    }
    case 'costs':
      return {
        rule: { ...none, costs: { wrong: rule.wrong, abstain: rule.abstain } },
        target: null,
        attainable: true,
        byHand,
      };
  }
}

/** What a rule accepts: the option's index, or ABSTAIN. The fallback is not applied. The same as `chooseAction`. */
export function acceptedActions(predictions: Predictions, rule: ActionRule): Int32Array {
  const { threshold, thresholds, costs } = rule;
  if (thresholds !== null) {
    const each = predictions.options.map((id) =>
      Object.hasOwn(thresholds, id) ? (thresholds[id] ?? null) : threshold,
    );
    return actByOptionThresholds(predictions, each);
  }
  if (threshold === null && costs !== null) {
    return actByCost(predictions, { action: costs.wrong, abstain: costs.abstain });
  }
  return actByThreshold(predictions, threshold ?? 0);
}

/** The actions with the fallback in place of what was not accepted; a word that is no option abstains. */
export function withFallback(actions: Int32Array, options: readonly string[], fallback: string | null): Int32Array {
  const index = fallback === null ? -1 : options.indexOf(fallback);
  return index < 0 ? actions : actions.map((action) => (action === ABSTAIN ? index : action));
}
