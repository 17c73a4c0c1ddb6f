import type { Calibration } from '../../adapter/score/calibrate.ts';
import type { ActionRule } from '../../adapter/score/choose-action.ts';
import type { PartFigures } from '../contract/configurations.ts';
import { ABSTAIN, type RealisedCost, realisedCost } from '../statistics/costs.ts';
import { logLoss } from '../statistics/probability-scores.ts';
import { clopperPearsonLower, proportion } from '../statistics/proportions.ts';
import { acceptedActions, withFallback } from './choose-rule.ts';
import { FIT_SEED } from './fit-calibration.ts';
import type { LabelledPart } from './labelled-run.ts';

/** What one part says of a calibration and a rule. `n` and counts are of labelled samples that were scored. */
export function partFigures(part: LabelledPart, calibration: Calibration, rule: ActionRule): PartFigures {
  const after = part.predictions(calibration);
  const actions = acceptedActions(after, rule);
  const accepted = actions.filter((action) => action !== ABSTAIN).length;
  const right = actions.filter((action, row) => action === after.labels[row]).length;
  const accuracy = proportion(right, accepted);
  const cost = rule.costs === null ? null : costOf(part, calibration, rule, rule.costs);
  const around = cost?.cost.interval ?? null;
  return {
    n: part.n,
    accepted,
    right,
    coverage: part.n === 0 ? null : accepted / part.n,
    accuracy: accuracy.rate,
    accuracy_interval: accepted === 0 ? null : [accuracy.low, accuracy.high],
    accuracy_lower_bound: accepted === 0 ? null : clopperPearsonLower(right, accepted),
    log_loss_before: logLoss(part.predictions()).value,
    log_loss_after: logLoss(after).value,
    mean_cost: cost?.cost.value ?? null,
    mean_cost_interval: around === null ? null : [around.low, around.high],
  };
}

function costOf(
  part: LabelledPart,
  calibration: Calibration,
  rule: ActionRule,
  costs: NonNullable<ActionRule['costs']>,
): RealisedCost {
  const after = part.predictions(calibration);
  const actions = withFallback(acceptedActions(after, rule), after.options, rule.fallback);
  return realisedCost(
    after.labels,
    actions,
    { action: costs.wrong, abstain: costs.abstain },
    part.groups === undefined ? { seed: FIT_SEED } : { seed: FIT_SEED, groups: part.groups },
  );
}
