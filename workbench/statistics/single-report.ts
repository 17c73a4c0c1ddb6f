import { defaultBinning, nullBand, type Reliability, topChoiceReliability } from './calibration.ts';
import type { Binning } from './calibration-bins.ts';
import { baselines, classify } from './classification.ts';
import { constantAnswer } from './constant-answer.ts';
import type { Measure } from './measures.ts';
import { ordinal } from './ordinal.ts';
import { confidences, type Predictions } from './predictions.ts';
import { brier, logLoss } from './probability-scores.ts';
import { topChoiceSelective } from './selective-prediction.ts';
import { fitTemperature } from './temperature.ts';
import { chooseTopChoiceThreshold } from './threshold.ts';

/** Values of one file that every report has; null where the samples do not define one. Lists follow the options. */
export interface SingleMeasures {
  accuracy: number | null;
  correct: number;
  wilson95: [low: number, high: number];
  chance: number;
  majority_share: number | null;
  balanced_accuracy: number | null;
  precision: (number | null)[];
  recall: (number | null)[];
  f1: (number | null)[];
  support: number[];
  macro_f1: number | null;
  confusion: number[][];
  constant_answer: { option: string | null; share: number; pattern: 'always' | 'nearly' | null };
  log_loss: number | null;
  clipped: number;
  brier: number | null;
  brier_of_class_prior: number | null;
  brier_skill: number | null;
  ece_null_band: { bins: number; low: number; median: number; high: number; draws: number } | null;
  selective: { aurc: number | null; e_aurc: number | null; augrc: number | null };
  temperature: number | null;
  temperature_at_limit: 'low' | 'high' | null;
}

/** Values that only a set of ordered options has. */
export interface OrdinalMeasures {
  rps: number | null;
  mae_expected_level: number | null;
  quadratic_kappa: number | null;
}

export interface CalibrationMeasures {
  ece: number | null;
  mce: number | null;
  signed: number | null;
}

export type ThresholdMeasures = { threshold: number; accepted: number; correct: number; lower: number } | null;

/** Statistics of one file. */
export type SingleReport = SingleMeasures &
  Partial<OrdinalMeasures> & {
    [bins: `ece_width${number}` | `ece_mass${number}`]: CalibrationMeasures;
    /** Chosen on these very samples, so optimistic; null when no threshold reaches the target. */
    [target: `threshold_${string}`]: ThresholdMeasures;
    /** For each target that no threshold reaches: about how many error-free samples it would take. */
    [target: `error_free_samples_${string}`]: number | null;
  };

/** Which explanation belongs to which key of a report; a key without one does not compile. */
export const singleMeasureOf: Readonly<Record<keyof (SingleMeasures & OrdinalMeasures), Measure>> = {
  accuracy: 'accuracy',
  correct: 'accuracy',
  wilson95: 'accuracy',
  chance: 'chance',
  majority_share: 'majority_baseline',
  balanced_accuracy: 'balanced_accuracy',
  precision: 'precision',
  recall: 'recall',
  f1: 'f1',
  support: 'confusion',
  macro_f1: 'macro_f1',
  confusion: 'confusion',
  constant_answer: 'constant_answer',
  log_loss: 'log_loss',
  clipped: 'log_loss',
  brier: 'brier',
  brier_of_class_prior: 'brier_skill',
  brier_skill: 'brier_skill',
  ece_null_band: 'null_band',
  selective: 'aurc',
  temperature: 'temperature',
  temperature_at_limit: 'temperature',
  rps: 'rps',
  mae_expected_level: 'mae_expected_level',
  quadratic_kappa: 'quadratic_kappa',
};

// Usual in the literature, so that values can be compared with other tools.
const WIDTH_BINS = [10, 15];

/** Computes the statistics of one file. */
export function singleReport(
  predictions: Predictions,
  settings: { targets: readonly number[]; bins: readonly number[]; ordered: boolean; seed: number },
): SingleReport {
  const { accuracy, balancedAccuracy, macroF1, options, confusion } = classify(predictions);
  const { majority, chance } = baselines(predictions);
  const { option, share, pattern } = constantAnswer(predictions);
  const { value: logLossValue, clipped } = logLoss(predictions);
  const { value: brierValue, ofClassPrior, skill } = brier(predictions);
  const { aurc, eAurc, augrc } = topChoiceSelective(predictions);
  const temperature = fitTemperature(predictions);
  return {
    accuracy: accuracy.rate,
    correct: accuracy.successes,
    wilson95: [accuracy.low, accuracy.high],
    chance,
    majority_share: majority?.share ?? null,
    balanced_accuracy: balancedAccuracy,
    precision: options.map(({ precision }) => precision),
    recall: options.map(({ recall }) => recall),
    f1: options.map(({ f1 }) => f1),
    support: options.map(({ support }) => support),
    macro_f1: macroF1,
    confusion,
    constant_answer: { option, share, pattern },
    log_loss: logLossValue,
    clipped,
    brier: brierValue,
    brier_of_class_prior: ofClassPrior,
    brier_skill: skill,
    ...calibrationOf(predictions, settings.bins),
    ece_null_band: bandOf(predictions, settings.seed),
    selective: { aurc, e_aurc: eAurc, augrc },
    temperature: temperature?.temperature ?? null,
    temperature_at_limit: temperature?.atLimit ?? null,
    ...(settings.ordered ? ordinalOf(predictions) : {}),
    ...thresholdsOf(predictions, settings.targets),
  };
}

function calibrationOf(predictions: Predictions, bins: readonly number[]) {
  const binnings: Binning[] = [
    ...WIDTH_BINS.map((count): Binning => ({ kind: 'width', bins: count })),
    defaultBinning(predictions.labels.length),
    ...bins.flatMap((count): Binning[] => [
      { kind: 'width', bins: count },
      { kind: 'mass', bins: count },
    ]),
  ];
  const found: Record<`ece_width${number}` | `ece_mass${number}`, CalibrationMeasures> = {};
  for (const binning of binnings) {
    const { ece, mce, signedGap }: Reliability = topChoiceReliability(predictions, binning);
    found[`ece_${binning.kind}${binning.bins}`] = { ece, mce, signed: signedGap };
  }
  return found;
}

function bandOf(predictions: Predictions, seed: number): SingleMeasures['ece_null_band'] {
  const band = nullBand(confidences(predictions), { seed });
  if (band === null) return null;
  const { bins } = defaultBinning(predictions.labels.length);
  return { bins, low: band.low, median: band.median, high: band.high, draws: band.draws };
}

function ordinalOf(predictions: Predictions): OrdinalMeasures {
  const { rps, meanAbsoluteError, quadraticKappa } = ordinal(predictions);
  return { rps, mae_expected_level: meanAbsoluteError, quadratic_kappa: quadraticKappa };
}

function thresholdsOf(predictions: Predictions, targets: readonly number[]) {
  const thresholds: Record<`threshold_${string}`, ThresholdMeasures> = {};
  const needed: Record<`error_free_samples_${string}`, number | null> = {};
  for (const target of targets) {
    const choice = chooseTopChoiceThreshold(predictions, target);
    const name = targetName(target);
    if (choice.threshold === null) {
      thresholds[`threshold_${name}`] = null;
      needed[`error_free_samples_${name}`] = choice.errorFreeSamples;
    } else {
      const { threshold, accepted, correct, lower } = choice;
      thresholds[`threshold_${name}`] = { threshold, accepted, correct, lower };
    }
  }
  return { ...thresholds, ...needed };
}

/** A target as it stands in a key: the digits of its percentage, 90 for 0.9 and 999 for 0.999. */
export function targetName(target: number): string {
  return String(Number((target * 100).toPrecision(12))).replace('.', '');
}
