import { type Latency, latency } from './latency.ts';
import { LOG_CLIP } from './probability-scores.ts';
import { type Proportion, proportion } from './proportions.ts';
import { selectivePrediction } from './selective-prediction.ts';

/** One sample of a mixed set: it brings its own question and options. */
export interface MixedRow {
  /** Kind of question, as in `choice`. */
  type: string;
  probabilities: readonly number[];
  /** Index of the true option among its own. */
  label: number;
  seconds: number;
}

/** What can be said of samples that do not share their options. Values are null without samples. */
export interface MixedSummary {
  n: number;
  accuracy: Proportion;
  /** Mean of 1/K of each sample: the accuracy of guessing. */
  chance: number | null;
  brier: number | null;
  logLoss: number | null;
  clipped: number;
  aurc: number | null;
  eAurc: number | null;
  augrc: number | null;
  latency: Latency;
}

export interface MixedReport {
  all: MixedSummary;
  byType: { type: string; summary: MixedSummary }[];
  byOptionCount: { options: number; summary: MixedSummary }[];
}

/** Why a mixed set has no confusion matrix, rates by option, majority share, prior and configuration. */
export const NOT_FOR_MIXED_SETS =
  'The confusion matrix, rates by option, balanced accuracy, the majority share and priors are not offered, because the samples do not share their options: the same place or name means something else in each. A temperature is shown by question type; it cannot be saved, nor can a threshold, because a configuration is about one decision.';

/** Accuracy, probability scores, selective measures and latency: over all rows, by type and by number of options. */
export function mixedReport(rows: readonly MixedRow[]): MixedReport {
  const types = [...new Set(rows.map(({ type }) => type))].sort();
  const sizes = [...new Set(rows.map(({ probabilities }) => probabilities.length))].sort((a, b) => a - b);
  return {
    all: summarise(rows),
    byType: types.map((type) => ({ type, summary: summarise(rows.filter((row) => row.type === type)) })),
    byOptionCount: sizes.map((options) => ({
      options,
      summary: summarise(rows.filter(({ probabilities }) => probabilities.length === options)),
    })),
  };
}

function summarise(rows: readonly MixedRow[]): MixedSummary {
  const n = rows.length;
  const scores = rows.map(({ probabilities }) => probabilities.reduce((largest, p) => Math.max(largest, p), 0));
  const correct = rows.map(({ probabilities, label }, row) =>
    probabilities.indexOf(scores[row] ?? 0) === label ? 1 : 0,
  );
  const atLabel = rows.map(({ probabilities, label }) => probabilities[label] ?? 0);
  const average = (values: readonly number[]) => (n === 0 ? null : values.reduce((sum, value) => sum + value, 0) / n);
  const { aurc, eAurc, augrc } = selectivePrediction(scores, correct);
  return {
    n,
    accuracy: proportion(correct.filter((right) => right === 1).length, n),
    chance: average(rows.map(({ probabilities }) => 1 / probabilities.length)),
    brier: average(rows.map(squaredError)),
    logLoss: average(atLabel.map((p) => -Math.log(Math.max(p, LOG_CLIP)))),
    clipped: atLabel.filter((p) => p < LOG_CLIP).length,
    aurc,
    eAurc,
    augrc,
    latency: latency(rows.map(({ seconds }) => seconds)),
  };
}

function squaredError({ probabilities, label }: MixedRow): number {
  return probabilities.reduce((sum, p, option) => sum + (p - (option === label ? 1 : 0)) ** 2, 0);
}
