import { bootstrapMeans, type Estimate, type Resampling } from '../statistics/bootstrap.ts';
import { defaultBinning, type NullBand, nullBand, topChoiceReliability } from '../statistics/calibration.ts';
import { baselines } from '../statistics/classification.ts';
import { constantAnswer, constantAnswerWords } from '../statistics/constant-answer.ts';
import { type RunLatency, runLatency } from '../statistics/latency.ts';
import { mean } from '../statistics/mean.ts';
import { type OptionMass, optionMass } from '../statistics/option-mass.ts';
import { confidences, correctness, type Predictions } from '../statistics/predictions.ts';
import { brier, brierTerms, logLossTerms } from '../statistics/probability-scores.ts';
import { type Proportion, proportion } from '../statistics/proportions.ts';
import type { Compared } from './compared.ts';

/** What a report says of one configuration by itself. Intervals are 95 %. */
export interface ConfigurationFigures {
  n: number;
  failed: number;
  accuracy: Proportion;
  /** Share of the most frequent label; null in a mixed set, where an option has no name. */
  majority: number | null;
  /** Mean of 1/K of each sample: what guessing would reach. */
  chance: number | null;
  /** As in `answers billing on 100 % of samples`; null when it tells samples apart. */
  constant: string | null;
  logLoss: Estimate;
  /** 0 to 2, over all options. */
  brier: Estimate;
  /** Null in a mixed set, which has no class prior. */
  brierSkill: number | null;
  ece: number | null;
  /** The ECE that perfectly calibrated predictions of this n would show. */
  eceBand: NullBand | null;
  latency: RunLatency;
  mass: OptionMass;
}

/**
 * Computes the figures of one configuration on its aligned predictions.
 * @param widths how many options each aligned sample had
 */
export function configurationFigures(
  predictions: Predictions,
  compared: Compared,
  widths: readonly number[],
  resampling: Resampling,
): ConfigurationFigures {
  const n = predictions.labels.length;
  const right = correctness(predictions).reduce((sum, one) => sum + one, 0);
  const none: Estimate = { value: null, interval: null };
  const [logLoss = none, brierMean = none] = bootstrapMeans(
    [logLossTerms(predictions), brierTerms(predictions)],
    resampling,
  );
  const { mixed } = compared;
  return {
    n,
    failed: compared.failed,
    accuracy: proportion(right, n),
    majority: mixed ? null : (baselines(predictions).majority?.share ?? null),
    chance: mean(Float64Array.from(widths, (width) => 1 / width)),
    constant: mixed ? null : constantAnswerWords(constantAnswer(predictions)),
    logLoss,
    brier: brierMean,
    brierSkill: mixed ? null : brier(predictions).skill,
    ece: topChoiceReliability(predictions, defaultBinning(n)).ece,
    eceBand: nullBand(confidences(predictions), { seed: resampling.seed }),
    latency: runLatency(compared.calls, compared.loadSeconds),
    mass: optionMass(compared.optionMasses),
  };
}
