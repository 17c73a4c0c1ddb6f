import type { FaultData } from '../../adapter/fault.ts';
import type { EvaluationSample, RunRow } from '../../workbench/contract/runs.ts';
import type { Predictions } from '../../workbench/statistics/predictions.ts';

/** Which samples count. */
export interface SampleFilter {
  part: 'all' | 'tune' | 'test';
  /** Whether samples with a disputed label count. */
  disputed: boolean;
}

export type ScoredRow = Extract<RunRow, { status: 'scored' }>;

/** A labelled sample with its row. Positions are those of {@link JoinedRun.predictions}. */
export interface JudgedSample {
  sample: EvaluationSample;
  row: ScoredRow;
  /** Option ids and probabilities in the order of the sample's own options. */
  options: readonly string[];
  probabilities: readonly number[];
  label: string;
  choice: string;
  /** Probability of the choice. */
  confidence: number;
  right: boolean;
}

/** The samples of a set that pass a filter, with what a run says of each. */
export interface JoinedRun {
  /** Whether each sample has options of its own; then `predictions` has places instead of options. */
  mixed: boolean;
  judged: JudgedSample[];
  /** `judged` as the statistics take it. */
  predictions: Predictions;
  /** Scored, but nobody has labelled them. */
  unlabelled: { sample: EvaluationSample; row: ScoredRow }[];
  failed: { sample: EvaluationSample; fault: FaultData; seconds: number }[];
  /** Samples that the filter lets pass and that have no row. */
  waiting: EvaluationSample[];
  /** Every scored row of a sample that the filter lets pass, in the order in which they were scored. */
  calls: ScoredRow[];
  /** What each labelled sample with a row was when it was asked about, as a hash; see `RunRow.sample_sha256`. */
  asked: Map<string, string>;
  /** Labels or rows that do not fit the options. */
  unfit: { sample: EvaluationSample; why: string }[];
}

/**
 * Joins a run's rows with the samples and their labels of now.
 *
 * @param options option ids of a bound set; null for a mixed one
 * @param rowOptions option ids in the order of the run's rows, where the run asked in an order of its own
 */
export function joinRun(
  samples: readonly EvaluationSample[],
  rows: ReadonlyMap<string, RunRow>,
  options: readonly string[] | null,
  rowOptions: readonly string[] | null,
  filter: SampleFilter,
): JoinedRun {
  const joined: Omit<JoinedRun, 'predictions' | 'mixed'> = {
    judged: [],
    unlabelled: [],
    failed: [],
    waiting: [],
    calls: [],
    asked: new Map(),
    unfit: [],
  };
  const passing = new Set<string>();
  for (const sample of samples) {
    if (!passes(sample, filter)) continue;
    passing.add(sample.id);
    const row = rows.get(sample.id);
    if (sample.label !== null && row?.sample_sha256 !== undefined) joined.asked.set(sample.id, row.sample_sha256);
    if (row === undefined) joined.waiting.push(sample);
    else if (row.status === 'failed') joined.failed.push({ sample, fault: row.fault, seconds: row.seconds });
    else if (sample.label === null) joined.unlabelled.push({ sample, row });
    else {
      const own = sample.options ?? options;
      const judged = own === null ? null : judge(sample, row, sample.label, own, sample.options ?? rowOptions ?? own);
      if (judged === null) {
        const known = own?.includes(sample.label) ?? false;
        joined.unfit.push({
          sample,
          why: known ? 'it was scored with other options' : `its label “${sample.label}” is not an option`,
        });
      } else joined.judged.push(judged);
    }
  }
  for (const row of rows.values()) {
    if (row.status === 'scored' && passing.has(row.sample)) joined.calls.push(row);
  }
  return { ...joined, mixed: options === null, predictions: packJudged(joined.judged, options) };
}

function passes(sample: EvaluationSample, filter: SampleFilter): boolean {
  return (filter.part === 'all' || sample.part === filter.part) && (filter.disputed || !sample.disputed);
}

function judge(
  sample: EvaluationSample,
  row: ScoredRow,
  label: string,
  options: readonly string[],
  rowOptions: readonly string[],
): JudgedSample | null {
  if (!options.includes(label) || row.probabilities.length !== options.length) return null;
  const probabilities: number[] = [];
  for (const option of options) {
    const p = row.probabilities[rowOptions.indexOf(option)];
    if (p === undefined) return null;
    probabilities.push(p);
  }
  let best = 0;
  for (let at = 1; at < probabilities.length; at++) {
    if ((probabilities[at] ?? 0) > (probabilities[best] ?? 0)) best = at;
  }
  const choice = options[best] ?? '';
  return {
    sample,
    row,
    options,
    probabilities,
    label,
    choice,
    confidence: probabilities[best] ?? 0,
    right: choice === label,
  };
}

/**
 * Rows of a mixed set are packed by place: the options of a shorter question are filled up with ones of probability 0,
 * which leaves accuracy, log loss, Brier, calibration and all that is compared by sample as they are.
 */
export function packJudged(judged: readonly JudgedSample[], options: readonly string[] | null): Predictions {
  const names = options ?? placeNames(judged.reduce((most, { options: own }) => Math.max(most, own.length), 0));
  const probabilities = new Float64Array(judged.length * names.length);
  const labels = new Int32Array(judged.length);
  for (const [row, sample] of judged.entries()) {
    labels[row] = sample.options.indexOf(sample.label);
    probabilities.set(sample.probabilities, row * names.length);
  }
  return { options: names, labels, probabilities };
}

function placeNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `option ${at + 1}`);
}
