import { firstChoices, type Predictions } from './predictions.ts';
import { DEFAULT_CONFIDENCE, MIN_CASES_FOR_A_RATE, type Proportion, proportion } from './proportions.ts';

/** Rates of one option. A rate whose denominator is 0 is null. */
export interface OptionRates {
  option: string;
  /** Samples whose true option this is. */
  support: number;
  /** Samples whose first choice this is. */
  chosen: number;
  hits: number;
  /** hits / chosen */
  precision: number | null;
  /** hits / support */
  recall: number | null;
  /** 2·hits / (chosen + support); 0 when it was never right, null when it occurs neither as label nor as choice. */
  f1: number | null;
  /** Whether `precision` and `recall` rest on enough cases to be shown; the counts always are. */
  enoughForPrecision: boolean;
  enoughForRecall: boolean;
}

export interface Classification {
  n: number;
  accuracy: Proportion;
  /** Mean recall over the options that occur as a label; null without samples. */
  balancedAccuracy: number | null;
  /** Mean F1 over the options that occur as label or choice; null without samples. */
  macroF1: number | null;
  options: OptionRates[];
  /** `confusion[true][chosen]`, counts. */
  confusion: number[][];
}

/** What accuracy is to be read against. */
export interface Baselines {
  /** Frequency of each option among the labels. */
  classPrior: number[];
  /** The most frequent label and its share: the accuracy of always answering it. Null without samples. */
  majority: { option: string; share: number } | null;
  /** 1/K: the accuracy of guessing. */
  chance: number;
}

/** Cell of the confusion matrix that each row falls in: `true · K + chosen`. */
export function confusionCells(predictions: Predictions): Int32Array {
  const width = predictions.options.length;
  const cells = firstChoices(predictions);
  for (let row = 0; row < cells.length; row++) {
    cells[row] = (predictions.labels[row] ?? 0) * width + (cells[row] ?? 0);
  }
  return cells;
}

/** Counts of (true option, first choice) pairs, K × K, row-major. */
export function confusionCounts(predictions: Predictions): Int32Array {
  const width = predictions.options.length;
  const counts = new Int32Array(width * width);
  for (const cell of confusionCells(predictions)) counts[cell] = (counts[cell] ?? 0) + 1;
  return counts;
}

/**
 * Accuracy with Wilson's interval, balanced accuracy, the confusion matrix, and precision, recall and F1 of each option.
 * Source: as scikit-learn defines them (`balanced_accuracy_score`, `precision_recall_fscore_support`, `f1_score`
 * with `average="macro"` and `zero_division=0`).
 */
export function classify(predictions: Predictions, confidence = DEFAULT_CONFIDENCE): Classification {
  const width = predictions.options.length;
  const n = predictions.labels.length;
  const counts = confusionCounts(predictions);
  const options = predictions.options.map((option, index) => ratesOf(counts, width, option, index));
  return {
    n,
    accuracy: proportion(
      options.reduce((sum, { hits }) => sum + hits, 0),
      n,
      confidence,
    ),
    ...averages(counts, width),
    options,
    confusion: options.map((_, index) => [...counts.subarray(index * width, (index + 1) * width)]),
  };
}

/** Margins of one option in a confusion matrix. */
function marginsOf(counts: ArrayLike<number>, width: number, index: number) {
  let support = 0;
  let chosen = 0;
  for (let other = 0; other < width; other++) {
    support += counts[index * width + other] ?? 0;
    chosen += counts[other * width + index] ?? 0;
  }
  return { support, chosen, hits: counts[index * width + index] ?? 0 };
}

function ratesOf(counts: Int32Array, width: number, option: string, index: number): OptionRates {
  const { support, chosen, hits } = marginsOf(counts, width, index);
  return {
    option,
    support,
    chosen,
    hits,
    precision: ratio(hits, chosen),
    recall: ratio(hits, support),
    f1: ratio(2 * hits, chosen + support),
    enoughForPrecision: chosen >= MIN_CASES_FOR_A_RATE,
    enoughForRecall: support >= MIN_CASES_FOR_A_RATE,
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * Balanced accuracy and macro F1 of a confusion matrix, K × K, row-major. The counts may be weighted, as a bootstrap
 * draw weights them.
 */
export function averages(
  counts: ArrayLike<number>,
  width: number,
): { balancedAccuracy: number | null; macroF1: number | null } {
  let recalls = 0;
  let labelled = 0;
  let f1s = 0;
  let occurring = 0;
  for (let index = 0; index < width; index++) {
    const { support, chosen, hits } = marginsOf(counts, width, index);
    if (support > 0) {
      recalls += hits / support;
      labelled += 1;
    }
    if (support + chosen > 0) {
      f1s += (2 * hits) / (support + chosen);
      occurring += 1;
    }
  }
  return { balancedAccuracy: ratio(recalls, labelled), macroF1: ratio(f1s, occurring) };
}

/** What the accuracy of these samples is to be read against. The class prior is that of the evaluated samples. */
export function baselines(predictions: Predictions): Baselines {
  const { labels, options } = predictions;
  const counts = new Array<number>(options.length).fill(0);
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  const largest = Math.max(0, ...counts);
  const option = options[counts.indexOf(largest)];
  return {
    classPrior: counts.map((count) => (labels.length === 0 ? 0 : count / labels.length)),
    majority: labels.length === 0 || option === undefined ? null : { option, share: largest / labels.length },
    chance: options.length === 0 ? 0 : 1 / options.length,
  };
}
