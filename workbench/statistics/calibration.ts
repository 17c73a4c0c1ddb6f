import { type Binning, binParts, binsOf } from './calibration-bins.ts';
import { percentile } from './percentile.ts';
import { confidences, correctness, type Predictions } from './predictions.ts';
import { type Interval, type Proportion, proportion } from './proportions.ts';
import { fillWords, seedRandom, WORDS } from './random.ts';
import { groupTies, type TieGroups } from './tie-groups.ts';

/** One bar of a reliability diagram. */
export interface ReliabilityBin {
  /** Samples in it. */
  count: number;
  meanConfidence: number;
  /** Share of outcome 1 with Wilson's interval. A tie across a border counts in parts, so `successes` may be no whole number. */
  outcome: Proportion;
}

export interface Reliability {
  binning: Binning;
  /** Bins that hold a sample, confidence ascending. */
  bins: ReliabilityBin[];
  /** Σ count/n · |outcome − confidence|; null without samples. */
  ece: number | null;
  /** The largest |outcome − confidence| of a bin. */
  mce: number | null;
  /** Outcome − mean confidence over all samples: below 0 is overconfident. */
  signedGap: number | null;
}

/** The ECE that perfectly calibrated predictions with these confidences would show, by chance alone. */
export interface NullBand extends Interval {
  median: number;
  draws: number;
  seed: number;
}

/** Samples a bin needs so that its rate says something; it sets the number of equal-mass bins. */
const SAMPLES_PER_BIN = 20;
const MOST_BINS = 15;
const FEWEST_BINS = 2;

/** Draws of the null band: its ends are then steady to about a tenth of its width. */
export const NULL_BAND_DRAWS = 1000;

/** min(15, ⌊n/20⌋), at least 2. */
export function defaultBins(n: number): number {
  return Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.floor(n / SAMPLES_PER_BIN)));
}

/** The binning used unless another is named: equal mass, {@link defaultBins} bins. */
export function defaultBinning(n: number): Binning {
  return { kind: 'mass', bins: defaultBins(n) };
}

/**
 * Compares stated confidences (0 to 1) with outcomes (0 or 1), bin by bin.
 * Source: Naeini, Cooper & Hauskrecht 2015 (ECE, MCE); equal-mass bins as Nixon et al. 2019.
 */
export function reliability(
  scores: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  binning: Binning = defaultBinning(scores.length),
): Reliability {
  const ties = groupTies(scores, outcomes);
  if (ties.n === 0) return { binning, bins: [], ece: null, mce: null, signedGap: null };
  const sums = binsOf(ties, binning);
  const bins: ReliabilityBin[] = [];
  let ece = 0;
  let mce = 0;
  let signed = 0;
  for (const { count, confidence, successes } of sums) {
    if (count === 0) continue;
    const gap = (successes - confidence) / count;
    ece += (count / ties.n) * Math.abs(gap);
    mce = Math.max(mce, Math.abs(gap));
    signed += successes - confidence;
    bins.push({ count, meanConfidence: confidence / count, outcome: proportion(successes, count) });
  }
  return { binning, bins, ece, mce, signedGap: signed / ties.n };
}

/** {@link reliability} of the first choice: its probability against whether it is right. */
export function topChoiceReliability(predictions: Predictions, binning?: Binning): Reliability {
  return reliability(confidences(predictions), correctness(predictions), binning);
}

/** {@link reliability} of each option against the rest: its probability against whether it is the true one. */
export function optionReliability(
  predictions: Predictions,
  binning?: Binning,
): { option: string; reliability: Reliability }[] {
  const width = predictions.options.length;
  return predictions.options.map((option, index) => {
    const scores = Float64Array.from(
      predictions.labels,
      (_, row) => predictions.probabilities[row * width + index] ?? 0,
    );
    const outcomes = Uint8Array.from(predictions.labels, (label) => (label === index ? 1 : 0));
    return { option, reliability: reliability(scores, outcomes, binning) };
  });
}

/**
 * Where the ECE lies when the model is calibrated and only chance speaks: outcomes are drawn anew from the confidences
 * themselves (for the first choice the same as drawing labels from p), and the middle 95 % of the ECEs is the band.
 * ECE is biased upward for small n, so an ECE inside the band shows no miscalibration, and two ECEs inside it are not
 * to be ranked. Null without samples.
 * Source: consistency resampling, Bröcker & Smith 2007; Vaicenavicius et al. 2019.
 */
export function nullBand(
  scores: ArrayLike<number>,
  options: { binning?: Binning; draws?: number; seed: number },
): NullBand | null {
  const n = scores.length;
  if (n === 0) return null;
  const draws = options.draws ?? NULL_BAND_DRAWS;
  const binning = options.binning ?? defaultBinning(n);
  const draw = drawnEce(groupTies(scores, new Uint8Array(n)), binning, options.seed);
  const eces = Float64Array.from({ length: draws }, draw).sort();
  return {
    low: percentile(eces, 2.5),
    median: percentile(eces, 50),
    high: percentile(eces, 97.5),
    draws,
    seed: options.seed,
  };
}

/** A function that draws outcomes and gives their ECE, anew at each call. */
function drawnEce(ties: TieGroups, binning: Binning, seed: number): () => number {
  const { group, bin, count } = binParts(ties, binning);
  const parts = bin.length;
  // For each part: the expected outcomes, the share of its group's outcomes, the words to draw (for a group's first
  // part only; the others take the same outcomes) and the border below which a word is an outcome 1.
  const expected = new Float64Array(parts);
  const share = new Float64Array(parts);
  const words = new Int32Array(parts);
  const border = new Float64Array(parts);
  for (let part = 0; part < parts; part++) {
    const index = group[part] ?? 0;
    const size = ties.counts[index] ?? 1;
    const score = ties.scores[index] ?? 0;
    expected[part] = (count[part] ?? 0) * score;
    share[part] = (count[part] ?? 0) / size;
    words[part] = part > 0 && group[part - 1] === index ? 0 : size;
    border[part] = score * WORDS;
  }
  const state = seedRandom(seed);
  const drawn = new Int32Array(ties.n);
  return () => {
    fillWords(state, drawn);
    let word = 0;
    let hits = 0;
    let gap = 0;
    let sum = 0;
    let current = 0;
    for (let part = 0; part < parts; part++) {
      if (bin[part] !== current) {
        sum += Math.abs(gap);
        gap = 0;
        current = bin[part] ?? 0;
      }
      const fresh = words[part] ?? 0;
      if (fresh > 0) {
        hits = 0;
        const below = border[part] ?? 0;
        for (const end = word + fresh; word < end; word++) hits += (drawn[word] ?? 0) >>> 0 < below ? 1 : 0;
      }
      gap += hits * (share[part] ?? 0) - (expected[part] ?? 0);
    }
    return (sum + Math.abs(gap)) / ties.n;
  };
}
