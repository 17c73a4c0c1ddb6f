import { firstChoices, type Predictions } from './predictions.ts';

/** From this share of one answer on, a model is said to answer almost always the same. */
export const NEARLY_CONSTANT = 0.95;

/** Fewer samples with one answer are no pattern. */
const MIN_SAMPLES = 5;

export interface ConstantAnswer {
  /** The most frequent first choice; null without samples. */
  option: string | null;
  /** Its share of the first choices and of the labels. */
  share: number;
  shareOfLabels: number;
  /** `always` or `nearly` one answer although the labels are not; null otherwise. */
  pattern: 'always' | 'nearly' | null;
}

/**
 * Finds a model that gives one answer whatever the evidence. No pattern is reported when nearly all labels are that
 * option too, because then the answer may simply be right.
 */
export function constantAnswer(predictions: Predictions): ConstantAnswer {
  const n = predictions.labels.length;
  const counts = new Array<number>(predictions.options.length).fill(0);
  for (const choice of firstChoices(predictions)) counts[choice] = (counts[choice] ?? 0) + 1;
  const largest = Math.max(0, ...counts);
  const index = counts.indexOf(largest);
  if (n === 0) return { option: null, share: 0, shareOfLabels: 0, pattern: null };
  const share = largest / n;
  const shareOfLabels = predictions.labels.filter((label) => label === index).length / n;
  const suspicious = n >= MIN_SAMPLES && share >= NEARLY_CONSTANT && shareOfLabels < NEARLY_CONSTANT;
  return {
    option: predictions.options[index] ?? null,
    share,
    shareOfLabels,
    pattern: suspicious ? (largest === n ? 'always' : 'nearly') : null,
  };
}

/** The finding in words, as in `answers billing on 100 % of samples`; null when there is none. */
export function constantAnswerWords({ option, share, pattern }: ConstantAnswer): string | null {
  if (pattern === null) return null;
  // 99.6 % must not read as 100 %.
  const percent = pattern === 'always' ? 100 : Math.floor(share * 100);
  return `answers ${option} on ${percent} % of samples`;
}
