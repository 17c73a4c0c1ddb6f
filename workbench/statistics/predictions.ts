import { Fault } from '../../adapter/fault.ts';

/**
 * n labelled predictions over K options, as typed arrays: they cross to a worker without a copy of each number.
 * `probabilities` holds n rows of K numbers, options in the order of `options`; `labels` holds the index of the true
 * option, 0 to K − 1.
 */
export interface Predictions {
  readonly options: readonly string[];
  readonly labels: Int32Array;
  readonly probabilities: Float64Array;
}

/** One labelled prediction; `probabilities` follows the order of the options. */
export interface LabelledRow {
  label: string;
  probabilities: readonly number[];
}

/**
 * Packs rows into {@link Predictions}. Probabilities are taken as they are, never normalised.
 * @throws Fault INVALID_REQUEST when a label is not an option or a row has another number of probabilities; the field
 * names the row.
 */
export function packPredictions(options: readonly string[], rows: readonly LabelledRow[]): Predictions {
  const indexOf = new Map(options.map((option, index) => [option, index]));
  const labels = new Int32Array(rows.length);
  const probabilities = new Float64Array(rows.length * options.length);
  for (const [row, { label, probabilities: given }] of rows.entries()) {
    const index = indexOf.get(label);
    if (index === undefined) throw invalidRow(row, 'label', `“${label}” is not one of the options`);
    if (given.length !== options.length) {
      throw invalidRow(row, 'probabilities', `${given.length} probabilities for ${options.length} options`);
    }
    labels[row] = index;
    probabilities.set(given, row * options.length);
  }
  return { options, labels, probabilities };
}

function invalidRow(row: number, field: string, message: string): Fault {
  return new Fault('INVALID_REQUEST', `Row ${row + 1} is not a prediction: ${message}.`, 'Correct the row.', {
    fields: [{ path: `rows[${row}].${field}`, message }],
  });
}

/** The rows at `indices`, in that order: a part of a split, a filter, a permutation. */
export function selectRows(predictions: Predictions, indices: ArrayLike<number>): Predictions {
  const width = predictions.options.length;
  const labels = new Int32Array(indices.length);
  const probabilities = new Float64Array(indices.length * width);
  for (let row = 0; row < indices.length; row++) {
    const from = indices[row] ?? 0;
    labels[row] = predictions.labels[from] ?? 0;
    probabilities.set(predictions.probabilities.subarray(from * width, (from + 1) * width), row * width);
  }
  return { options: predictions.options, labels, probabilities };
}

/** Index of each row's first choice: the option with the largest probability, of equal ones the earlier. */
export function firstChoices(predictions: Predictions): Int32Array {
  const { probabilities, labels } = predictions;
  const width = predictions.options.length;
  const choices = new Int32Array(labels.length);
  for (let row = 0; row < labels.length; row++) {
    const start = row * width;
    let best = 0;
    let largest = probabilities[start] ?? 0;
    for (let option = 1; option < width; option++) {
      const p = probabilities[start + option] ?? 0;
      if (p > largest) {
        largest = p;
        best = option;
      }
    }
    choices[row] = best;
  }
  return choices;
}

/** Each row's largest probability: the confidence meant wherever no other is named. */
export function confidences(predictions: Predictions): Float64Array {
  const { probabilities, labels } = predictions;
  const width = predictions.options.length;
  const choices = firstChoices(predictions);
  const largest = new Float64Array(labels.length);
  for (let row = 0; row < labels.length; row++) largest[row] = probabilities[row * width + (choices[row] ?? 0)] ?? 0;
  return largest;
}

/** 1 where the first choice is the true option, 0 elsewhere. */
export function correctness(predictions: Predictions): Uint8Array {
  const choices = firstChoices(predictions);
  const correct = new Uint8Array(choices.length);
  for (let row = 0; row < choices.length; row++) correct[row] = choices[row] === predictions.labels[row] ? 1 : 0;
  return correct;
}

/** The same predictions with the options in another order; `options` must hold the same ids. */
export function reorderOptions(predictions: Predictions, options: readonly string[]): Predictions {
  const from = options.map((option) => predictions.options.indexOf(option));
  const width = options.length;
  return {
    options,
    labels: predictions.labels.map((label) => from.indexOf(label)),
    probabilities: predictions.probabilities.map(
      (_, i) => predictions.probabilities[i - (i % width) + (from[i % width] ?? 0)] ?? 0,
    ),
  };
}
