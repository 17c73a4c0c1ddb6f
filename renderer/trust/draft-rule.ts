import type { FitRequest, PartFigures } from '../../workbench/contract/configurations.ts';
import { confidences, correctness, type Predictions } from '../../workbench/statistics/predictions.ts';
import { checkThreshold, chooseTopChoiceThreshold } from '../../workbench/statistics/threshold.ts';

/** What a person is trying out, before it becomes a request. */
export interface DraftRule {
  kind: FitRequest['rule']['rule'];
  temperature: boolean;
  prior: boolean;
  /** Target accuracy of `target` and `per-option`; what a chosen confidence is judged against too. */
  target: number;
  /** The confidence that was chosen by hand. */
  threshold: number;
  /** Cost of each wrong action, `[true][chosen]`, and of abstaining. */
  wrong: number[][];
  abstain: number;
  /** An option's id or a word such as `human`; empty abstains. */
  fallback: string;
}

export const DEFAULT_TARGET = 0.9;

export function newRule(options: number): DraftRule {
  return {
    kind: 'target',
    temperature: true,
    prior: false,
    target: DEFAULT_TARGET,
    threshold: 0.5,
    wrong: Array.from({ length: options }, (_, truth) =>
      Array.from({ length: options }, (_, chosen) => (truth === chosen ? 0 : 1)),
    ),
    abstain: 0.3,
    fallback: '',
  };
}

export function toFitRequest(runId: string, draft: DraftRule): FitRequest {
  return {
    run_id: runId,
    temperature: draft.temperature,
    prior: draft.prior,
    rule: ruleOf(draft),
    fallback: draft.fallback.trim() === '' ? null : draft.fallback.trim(),
  };
}

function ruleOf({ kind, target, threshold, wrong, abstain }: DraftRule): FitRequest['rule'] {
  switch (kind) {
    case 'none':
      return { rule: 'none' };
    case 'target':
      return { rule: 'target', accuracy: target };
    case 'confidence':
      return { rule: 'confidence', threshold, accuracy: target };
    case 'per-option':
      return { rule: 'per-option', accuracy: target };
    case 'costs':
      return { rule: 'costs', wrong, abstain };
  }
}

/** The threshold that a rule gives at once, without the workbench; null when it gives none. */
export function thresholdOf(draft: DraftRule, tune: Predictions): number | null {
  if (draft.kind === 'confidence') return draft.threshold;
  if (draft.kind === 'target') return chooseTopChoiceThreshold(tune, draft.target).threshold;
  return draft.kind === 'none' ? 0 : null;
}

/** What accepting from a confidence on means on one part; the same figures as the workbench gives. */
export function figuresAt(
  predictions: Predictions,
  threshold: number,
): Pick<
  PartFigures,
  'n' | 'accepted' | 'right' | 'coverage' | 'accuracy' | 'accuracy_interval' | 'accuracy_lower_bound'
> {
  // The target plays no part in the figures.
  const check = checkThreshold(confidences(predictions), correctness(predictions), threshold, DEFAULT_TARGET);
  const none = check.accepted === 0;
  return {
    n: predictions.labels.length,
    accepted: check.accepted,
    right: check.correct,
    coverage: check.coverage,
    accuracy: check.accuracy.rate,
    accuracy_interval: none ? null : [check.accuracy.low, check.accuracy.high],
    accuracy_lower_bound: none ? null : check.lower,
  };
}
