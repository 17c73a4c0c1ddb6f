import type { DecisionConfiguration } from '../configuration/configuration.ts';
import { biasOf } from '../configuration/decision-entry.ts';
import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import { calibrate } from './calibrate.ts';
import { type Action, chooseAction } from './choose-action.ts';
import type { DecisionResult } from './result.ts';

/**
 * What a configuration's entry makes of a reading: probabilities under its temperature and prior, then the action of
 * its thresholds or costs, which changes no probability. `x_orders` keeps each order's own probabilities.
 * @param settings what was read with
 * @param ids the decision's option ids, in order
 * @throws Fault NON_FINITE_LOGIT
 */
export function applyEntry(
  entry: DecisionConfiguration,
  settings: Pick<ScoringSettings, 'order' | 'temperature'>,
  ids: readonly string[],
  reading: Pick<DecisionResult, 'option_logits' | 'probabilities'>,
): Pick<DecisionResult, 'probabilities'> & Action {
  const probabilities = calibrate(
    { ...settings, logits: reading.option_logits, probabilities: reading.probabilities },
    { temperature: entry.temperature, bias: biasOf(entry, ids) },
  );
  return { probabilities, ...chooseAction(ids, probabilities, entry) };
}
