import type { Estimate, Resampling } from './bootstrap.ts';
import { bootstrapTallies } from './bootstrap-tallies.ts';
import { defaultBins } from './calibration.ts';
import { confidences, correctness, type Predictions } from './predictions.ts';

/** Differences, candidate − baseline, of what depends on the order of the confidences. */
export interface ConfidenceDifferences {
  /** Of the first choice, with equal-mass bins of the drawn samples. */
  ece: Estimate;
  aurc: Estimate;
}

/**
 * ECE and AURC resampled in pairs: both are no means of samples, so each draw cuts its own bins and ranks anew. Samples
 * are sorted once, and a draw only counts how often each was taken: one pass over the samples for each model.
 *
 * The ECE of a draw lies above that of the samples, since copies make its rates noisier; in a difference of two models
 * alike this cancels, and where one is far better calibrated the interval lies nearer to 0. Source: as `bootstrapMeans`.
 */
export function confidenceDifferences(
  baseline: Predictions,
  candidate: Predictions,
  resampling: Resampling,
): ConfidenceDifferences {
  const [before, after] = [createAreas(baseline), createAreas(candidate)];
  const size = baseline.labels.length;
  const compute = (tally: Int32Array, out: Float64Array) => {
    const [first, second] = [before(tally), after(tally)];
    out[0] = second.ece - first.ece;
    out[1] = second.aurc - first.aurc;
  };
  // Each sample is a category of its own, so a tally says how often each was drawn.
  const categories = Int32Array.from({ length: size }, (_, sample) => sample);
  const none: Estimate = { value: null, interval: null };
  const [ece = none, aurc = none] = bootstrapTallies({ categories, size, count: 2, compute }, resampling);
  return { ece, aurc };
}

/**
 * A function of how often each sample is taken, with the ECE and the AURC of what is: as `topChoiceReliability` and
 * `topChoiceSelective` give them for samples that are written out so often. NaN when none is taken.
 */
export function createAreas(predictions: Predictions): (tally: Int32Array) => { ece: number; aurc: number } {
  const scores = confidences(predictions);
  const correct = correctness(predictions);
  const order = Int32Array.from(scores.keys()).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  const distinct: number[] = [];
  const groups = order.map((sample) => {
    const score = scores[sample] ?? 0;
    if (distinct.at(-1) !== score) distinct.push(score);
    return distinct.length - 1;
  });
  const sorted = Float64Array.from(distinct);
  const hit = order.map((sample) => correct[sample] ?? 0);
  const counts = new Int32Array(sorted.length);
  const hits = new Int32Array(sorted.length);
  // No branch in the loops depends on what was drawn: a wrong guess of the processor costs more than the arithmetic.
  return (tally) => {
    counts.fill(0);
    hits.fill(0);
    let total = 0;
    for (let place = 0; place < order.length; place++) {
      const taken = tally[order[place] ?? 0] ?? 0;
      const group = groups[place] ?? 0;
      counts[group] = (counts[group] ?? 0) + taken;
      hits[group] = (hits[group] ?? 0) + taken * (hit[place] ?? 0);
      total += taken;
    }
    return { ece: eceOf(sorted, counts, hits, total), aurc: aurcOf(counts, hits, total) };
  };
}

/** Σ bins |hits − confidence| / n over equal-mass bins; a tie across a border gives each bin the tie's mean. */
function eceOf(scores: Float64Array, counts: Int32Array, hits: Int32Array, total: number): number {
  const bins = defaultBins(total);
  const small = Math.floor(total / bins);
  const larger = total % bins;
  let bin = 0;
  /** Where the bin ends, in samples. */
  let border = small + (larger > 0 ? 1 : 0);
  let done = 0;
  let gap = 0;
  let sum = 0;
  for (let group = 0; group < counts.length; group++) {
    const count = counts[group] ?? 0;
    const own = (hits[group] ?? 0) - count * (scores[group] ?? 0);
    const end = done + count;
    if (end <= border) gap += own;
    else {
      let from = done;
      while (end > border) {
        sum += Math.abs(gap + ((border - from) * own) / count);
        gap = 0;
        from = border;
        bin += 1;
        border += small + (bin < larger ? 1 : 0);
      }
      gap = ((end - from) * own) / count;
    }
    done = end;
  }
  return (sum + Math.abs(gap)) / total;
}

/**
 * Mean over k of (errors among the k most confident) / k; each of a tie counts with the tie's mean error m. Of c samples
 * after a others with e errors that is Σ (e + m·i) / (a + i) = m·c + (e − m·a)·(H(a + c) − H(a)), H the harmonic numbers.
 */
function aurcOf(counts: Int32Array, hits: Int32Array, total: number): number {
  const harmonic = harmonicNumbers(total);
  let accepted = 0;
  let errors = 0;
  let sum = 0;
  let before = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    const count = counts[group] ?? 0;
    const wrong = count - (hits[group] ?? 0);
    const mean = wrong / Math.max(count, 1);
    const after = harmonic[accepted + count] ?? 0;
    sum += wrong + (errors - mean * accepted) * (after - before);
    before = after;
    accepted += count;
    errors += wrong;
  }
  return sum / total;
}

let known = new Float64Array(1);

/** H(0) to H(most) and more; kept, since each draw needs the same. */
function harmonicNumbers(most: number): Float64Array {
  if (most < known.length) return known;
  const longer = new Float64Array(2 * most + 1);
  for (let k = 1; k < longer.length; k++) longer[k] = (longer[k - 1] ?? 0) + 1 / k;
  known = longer;
  return known;
}
