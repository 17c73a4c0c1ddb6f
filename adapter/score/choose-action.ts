import type { DecisionConfiguration } from '../configuration/configuration.ts';
import { ownValue } from '../configuration/decision-entry.ts';
import type { DecisionResult } from './result.ts';

/** How the probabilities become an action. */
export type ActionRule = Pick<DecisionConfiguration, 'threshold' | 'thresholds' | 'costs' | 'fallback'>;

/** The action that a rule gives, as fields of the result. */
export type Action = Required<Pick<DecisionResult, 'x_choice' | 'x_abstained' | 'x_reason' | 'x_threshold'>>;

/**
 * Turns probabilities into an action; they stay as they are. With thresholds: the first choice (of equals the earlier)
 * when its probability is at least its threshold. With costs and no threshold: the option with the smallest expected
 * cost Σ p(true) · wrong[true][chosen] (Elkan 2001), unless abstaining is cheaper (Chow 1970). Else the fallback.
 * @param ids option ids in the order of the probabilities
 */
export function chooseAction(ids: readonly string[], probabilities: readonly number[], rule: ActionRule): Action {
  if (rule.threshold === null && rule.thresholds === null && rule.costs !== null) {
    return chooseByCost(ids, probabilities, rule, rule.costs);
  }
  const best = probabilities.reduce((at, p, index) => (p > (probabilities[at] ?? 0) ? index : at), 0);
  const id = ids[best] ?? '';
  const p = probabilities[best] ?? 0;
  if (rule.threshold === null && rule.thresholds === null) {
    return accept(id, `first choice with ${show(p)}: the configuration sets no threshold`, null);
  }
  const threshold = ownValue(rule.thresholds ?? {}, id) ?? rule.threshold;
  if (threshold === null) return fallBack(ids, rule, `no threshold was attainable for ${id}, the first choice`, null);
  const [shown, limit] = showBoth(p, threshold);
  if (p >= threshold) return accept(id, `${id} has ${shown}, at least the threshold ${limit}`, threshold);
  return fallBack(ids, rule, `${id} has ${shown}, below the threshold ${limit}`, threshold);
}

function chooseByCost(
  ids: readonly string[],
  probabilities: readonly number[],
  rule: ActionRule,
  costs: NonNullable<ActionRule['costs']>,
): Action {
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const action of ids.keys()) {
    const expected = probabilities.reduce((sum, p, truth) => sum + p * (costs.wrong[truth]?.[action] ?? 0), 0);
    if (expected < lowest) {
      lowest = expected;
      best = action;
    }
  }
  const id = ids[best] ?? '';
  const [cost, abstain] = showBoth(lowest, costs.abstain);
  if (costs.abstain < lowest) {
    return fallBack(ids, rule, `${id} has the smallest expected cost, ${cost}, and abstaining costs ${abstain}`, null);
  }
  return accept(id, `${id} has the smallest expected cost, ${cost}; abstaining costs ${abstain}`, null);
}

function accept(id: string, why: string, threshold: number | null): Action {
  return { x_choice: id, x_abstained: false, x_reason: `accepted: ${why}`, x_threshold: threshold };
}

function fallBack(ids: readonly string[], { fallback }: ActionRule, why: string, threshold: number | null): Action {
  const next = fallback === null ? 'abstains' : `falls back to ${fallback}`;
  return {
    x_choice: fallback,
    x_abstained: fallback === null || !ids.includes(fallback),
    x_reason: `${next}: ${why}`,
    x_threshold: threshold,
  };
}

// Enough to tell two numbers of a decision apart in most cases, and still readable.
const DIGITS = 3;

function show(value: number, digits = DIGITS): string {
  return String(Number(value.toPrecision(digits)));
}

/** Two numbers with as many digits as it takes to see which is larger. */
function showBoth(a: number, b: number): [string, string] {
  for (let digits = DIGITS; digits < 17 && a !== b; digits++) {
    if (show(a, digits) !== show(b, digits)) return [show(a, digits), show(b, digits)];
  }
  return [show(a), show(b)];
}
