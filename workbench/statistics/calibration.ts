import { type Binning, binParts, binsOf } from './calibration-bins.ts';
import { percentile } from './percentile.ts';
import { confidences, correctness, type Predictions } from './predictions.ts';
import { type Interval, type Proportion, proportion } from './proportions.ts';
import { fillWords, seedRandom, WORDS } from './random.ts';
import { groupTies } from './tie-groups.ts';

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
  const ties = groupTies(scores, new Uint8Array(n));
  const parts = binParts(ties, binning);
  const expected = new Float64Array(binning.bins);
  for (let part = 0; part < parts.bin.length; part++) {
    const bin = parts.bin[part] ?? 0;
    expected[bin] = (expected[bin] ?? 0) + (parts.count[part] ?? 0) * (ties.scores[parts.group[part] ?? 0] ?? 0);
  }

  const state = seedRandom(options.seed);
  const words = new Int32Array(n);
  const hits = new Float64Array(ties.counts.length);
  const gaps = new Float64Array(binning.bins);
  const eces = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    fillWords(state, words);
    let word = 0;
    for (let group = 0; group < hits.length; group++) {
      const border = (ties.scores[group] ?? 0) * WORDS;
      const end = word + (ties.counts[group] ?? 0);
      let sum = 0;
      for (; word < end; word++) if ((words[word] ?? 0) >>> 0 < border) sum += 1;
      hits[group] = sum / (ties.counts[group] ?? 1);
    }
    gaps.fill(0);
    for (let part = 0; part < parts.bin.length; part++) {
      const bin = parts.bin[part] ?? 0;
      gaps[bin] = (gaps[bin] ?? 0) + (parts.count[part] ?? 0) * (hits[parts.group[part] ?? 0] ?? 0);
    }
    let sum = 0;
    for (let bin = 0; bin < gaps.length; bin++) sum += Math.abs((gaps[bin] ?? 0) - (expected[bin] ?? 0));
    eces[draw] = sum / n;
  }
  eces.sort();
  return {
    low: percentile(eces, 2.5),
    median: percentile(eces, 50),
    high: percentile(eces, 97.5),
    draws,
    seed: options.seed,
  };
}
