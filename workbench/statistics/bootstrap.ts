import { percentile } from './percentile.ts';
import { DEFAULT_CONFIDENCE, type Interval } from './proportions.ts';
import { fillWords, seedRandom, sumDrawn, WORDS } from './random.ts';

/** Fewest draws of an interval that a verdict may rest on. */
export const MIN_DRAWS = 2000;

/** How to resample. The same seed gives the same interval, on every machine. */
export interface Resampling {
  seed: number;
  /** {@link MIN_DRAWS} unless told. */
  draws?: number;
  confidence?: number;
  /** Group index of each sample, from 0 without gaps: whole groups are drawn. Each sample is its own without. */
  groups?: Int32Array;
}

/** What the samples gave, and the percentile interval. */
export interface Estimate {
  /** Null without samples. */
  value: number | null;
  /** Null when there are fewer than two samples (or groups): one cannot show how much they vary. */
  interval: Interval | null;
}

/**
 * Percentile bootstrap of the means of several columns, each one number a sample; a draw takes as many samples (or
 * groups) as there are, with replacement, the same for all columns. With groups a mean is Σ values / Σ sizes of the
 * drawn groups. For a paired comparison a column holds the differences, sample by sample.
 * Source: Efron & Tibshirani 1993, chapters 8 and 13; groups as in the cluster bootstrap of Davison & Hinkley 1997, 3.8.
 */
export function bootstrapMeans(columns: readonly Float64Array[], resampling: Resampling): Estimate[] {
  const n = columns[0]?.length ?? 0;
  const { groups, draws = MIN_DRAWS, confidence = DEFAULT_CONFIDENCE } = resampling;
  const units = groups === undefined ? n : countGroups(groups);
  const sums = groups === undefined ? columns : columns.map((column) => sumByGroup(column, groups, units));
  const sizes = groups === undefined ? null : sumByGroup(new Float64Array(n).fill(1), groups, units);
  const values = columns.map((column) => (n === 0 ? null : column.reduce((sum, value) => sum + value, 0) / n));
  if (units < 2) return values.map((value) => ({ value, interval: null }));

  const state = seedRandom(resampling.seed);
  const means = columns.map(() => new Float64Array(draws));
  const [only] = sums;
  if (only !== undefined && sums.length === 1 && sizes === null) {
    const mean = means[0] ?? new Float64Array();
    for (let draw = 0; draw < draws; draw++) mean[draw] = sumDrawn(state, only) / n;
  } else {
    const words = new Int32Array(units);
    for (let draw = 0; draw < draws; draw++) {
      fillWords(state, words);
      const drawn = sizes === null ? n : gather(sizes, words);
      for (let column = 0; column < sums.length; column++) {
        const sum = sums[column];
        const mean = means[column];
        if (sum !== undefined && mean !== undefined) mean[draw] = gather(sum, words) / drawn;
      }
    }
  }
  return values.map((value, column) => ({ value, interval: middle(means[column] ?? new Float64Array(), confidence) }));
}

/** Sum of the values that the words draw. Two running sums, because one would wait for itself at every step. */
function gather(values: Float64Array, words: Int32Array): number {
  const scale = values.length / WORDS;
  const even = words.length & ~1;
  let first = 0;
  let second = 0;
  for (let i = 0; i < even; i += 2) {
    first += values[(((words[i] ?? 0) >>> 0) * scale) | 0] ?? 0;
    second += values[(((words[i + 1] ?? 0) >>> 0) * scale) | 0] ?? 0;
  }
  if (even < words.length) first += values[(((words[even] ?? 0) >>> 0) * scale) | 0] ?? 0;
  return first + second;
}

/** Number of groups, whose indices leave no gap. */
export function countGroups(groups: Int32Array): number {
  return groups.reduce((largest, group) => Math.max(largest, group + 1), 0);
}

function sumByGroup(column: Float64Array, groups: Int32Array, units: number): Float64Array {
  const sums = new Float64Array(units);
  for (let i = 0; i < column.length; i++) {
    const group = groups[i] ?? 0;
    sums[group] = (sums[group] ?? 0) + (column[i] ?? 0);
  }
  return sums;
}

/** The percentile interval; sorts the draws in place. */
export function middle(draws: Float64Array, confidence: number): Interval {
  draws.sort();
  const tail = (100 * (1 - confidence)) / 2;
  return { low: percentile(draws, tail), high: percentile(draws, 100 - tail) };
}
