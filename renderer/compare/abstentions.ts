import type { SavedConfiguration } from '../../workbench/contract/configurations.ts';
import type { Run } from '../../workbench/contract/runs.ts';
import { ABSTAIN, actByCost, actByOptionThresholds, actByThreshold } from '../../workbench/statistics/costs.ts';
import type { Predictions } from '../../workbench/statistics/predictions.ts';

/** Rows that a run leaves to somebody else, because the saved configuration that it ran under says so. */
export function abstentions(run: Run, predictions: Predictions, saved: readonly SavedConfiguration[]): Set<number> {
  const under = saved.find(({ sha256 }) => sha256 === run.configuration.scoring.configuration);
  const [decision] = under?.configuration.decisions ?? [];
  if (decision === undefined) return new Set();
  const { threshold, thresholds, costs } = decision;
  const actions =
    thresholds !== null
      ? actByOptionThresholds(
          predictions,
          predictions.options.map((option) => thresholds[option] ?? threshold),
        )
      : threshold === null && costs !== null
        ? actByCost(predictions, { action: costs.wrong, abstain: costs.abstain })
        : actByThreshold(predictions, threshold ?? 0);
  return new Set([...actions.keys()].filter((row) => actions[row] === ABSTAIN));
}
