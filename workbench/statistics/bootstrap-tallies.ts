import { countGroups, type Estimate, MIN_DRAWS, middle, type Resampling } from './bootstrap.ts';
import { DEFAULT_CONFIDENCE } from './proportions.ts';
import { fillWords, seedRandom, WORDS } from './random.ts';

/** Statistics that depend only on how many samples of each category were drawn. */
export interface TallyStatistics {
  /** Category of each sample, 0 to size − 1. With a category for each sample, any statistic can be resampled. */
  categories: Int32Array;
  size: number;
  /** How many statistics there are. */
  count: number;
  /** Writes them to `out`; NaN where a draw does not define one (a class that was not drawn). Both arrays are reused. */
  compute: (tally: Int32Array, out: Float64Array) => void;
}

/**
 * Percentile bootstrap of statistics that are no means of samples, such as macro F1. Draws that do not define a
 * statistic are left out of its interval. Source: as `bootstrapMeans`.
 */
export function bootstrapTallies(statistics: TallyStatistics, resampling: Resampling): Estimate[] {
  const { categories, size, count, compute } = statistics;
  const { groups, draws = MIN_DRAWS, confidence = DEFAULT_CONFIDENCE } = resampling;
  const n = categories.length;
  const units = groups === undefined ? n : countGroups(groups);
  const tally = new Int32Array(size);
  const out = new Float64Array(count);
  for (const category of categories) tally[category] = (tally[category] ?? 0) + 1;
  if (n > 0) compute(tally, out);
  else out.fill(Number.NaN);
  const values = Array.from(out, (value) => (Number.isNaN(value) ? null : value));
  if (units < 2) return values.map((value) => ({ value, interval: null }));

  const members = membersOf(groups ?? Int32Array.from(categories.keys()), units, categories);
  const state = seedRandom(resampling.seed);
  const words = new Int32Array(units);
  const scale = units / WORDS;
  const results = values.map(() => new Float64Array(draws));
  const kept = new Int32Array(count);
  for (let draw = 0; draw < draws; draw++) {
    fillWords(state, words);
    tally.fill(0);
    for (let i = 0; i < units; i++) {
      const unit = (((words[i] ?? 0) >>> 0) * scale) | 0;
      const end = members.start[unit + 1] ?? 0;
      for (let member = members.start[unit] ?? 0; member < end; member++) {
        const category = members.category[member] ?? 0;
        tally[category] = (tally[category] ?? 0) + 1;
      }
    }
    compute(tally, out);
    for (const [index, result] of results.entries()) {
      const value = out[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      result[kept[index] ?? 0] = value;
      kept[index] = (kept[index] ?? 0) + 1;
    }
  }
  return values.map((value, index) => {
    const defined = (results[index] ?? new Float64Array()).slice(0, kept[index]);
    return { value, interval: value === null || defined.length === 0 ? null : middle(defined, confidence) };
  });
}

/** Categories of the samples of each unit, one after the other; unit u holds `start[u]` to `start[u + 1]`. */
function membersOf(groups: Int32Array, units: number, categories: Int32Array) {
  const start = new Int32Array(units + 1);
  for (const group of groups) start[group + 1] = (start[group + 1] ?? 0) + 1;
  for (let unit = 0; unit < units; unit++) start[unit + 1] = (start[unit + 1] ?? 0) + (start[unit] ?? 0);
  const next = start.slice();
  const category = new Int32Array(categories.length);
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] ?? 0;
    const place = next[group] ?? 0;
    category[place] = categories[i] ?? 0;
    next[group] = place + 1;
  }
  return { start, category };
}
