import { bootstrapMeans, type Estimate, type Resampling } from './bootstrap.ts';
import { mean } from './mean.ts';
import { minus } from './paired-comparison.ts';
import type { Predictions } from './predictions.ts';
import { logLossTerms } from './probability-scores.ts';

/** Whether a fitted temperature or prior is kept. */
export interface HeldOutGain {
  /** Mean log loss of the held-out samples, nats; null without samples. */
  before: number | null;
  after: number | null;
  /** after − before, paired. */
  change: Estimate;
  /** Only when the loss is lower and the interval excludes 0. */
  kept: boolean;
}

/** Judges a change of the probabilities on samples that it was not fitted on, by their log loss. */
export function heldOutGain(before: Predictions, after: Predictions, resampling: Resampling): HeldOutGain {
  const [termsBefore, termsAfter] = [logLossTerms(before), logLossTerms(after)];
  const [change = { value: null, interval: null }] = bootstrapMeans([minus(termsAfter, termsBefore)], resampling);
  return {
    before: mean(termsBefore),
    after: mean(termsAfter),
    change,
    kept: change.interval !== null && change.interval.high < 0,
  };
}
