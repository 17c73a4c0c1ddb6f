import { describe, expect, it } from 'vitest';
import type { Estimate } from './bootstrap.ts';
import { comparePaired } from './paired-comparison.ts';
import { type Predictions, packPredictions } from './predictions.ts';
import { fillWords, seedRandom, WORDS } from './random.ts';
import { compareWithBaseline } from './several-comparisons.ts';
import { checkThreshold, chooseThreshold } from './threshold.ts';

// What a product that finds something everywhere would fail: nothing is there to be found in these simulations.
const SIMULATIONS = 2000;
const AT_MOST = 0.065;
const OPTIONS = ['a', 'b', 'c'];

const state = seedRandom(20_261_129);
const words = new Int32Array(1);
function unit(): number {
  fillWords(state, words);
  return ((words[0] ?? 0) >>> 0) / WORDS;
}

/** Probabilities that know nothing of the labels, so that any two models are equally good. */
function guess(labels: readonly string[]): Predictions {
  const rows = labels.map((label) => {
    const weights = OPTIONS.map(() => unit() ** 3);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { label, probabilities: weights.map((weight) => weight / sum) };
  });
  return packPredictions(OPTIONS, rows);
}

function shuffledLabels(n: number): string[] {
  return Array.from({ length: n }, () => OPTIONS[Math.floor(unit() * OPTIONS.length)] ?? 'a');
}

describe(`on labels shuffled at random, ${SIMULATIONS} times`, () => {
  it.each([30, 100])('equal models are rarely called different: %d samples', (n) => {
    let different = 0;
    for (let i = 0; i < SIMULATIONS; i++) {
      const labels = shuffledLabels(n);
      // Draws as few as possible: the verdict rests on Newcombe's interval.
      const { verdict } = comparePaired(guess(labels), guess(labels), { seed: i, draws: 2 });
      if (verdict === 'better' || verdict === 'worse') different += 1;
    }
    expect(different / SIMULATIONS).toBeLessThanOrEqual(AT_MOST);
    // Never finding anything would pass as well.
    expect(different).toBeGreaterThan(0);
  });

  it('nor is one of five, by more than chance allows for all of them together', () => {
    let different = 0;
    for (let i = 0; i < SIMULATIONS; i++) {
      const labels = shuffledLabels(60);
      const candidates = Array.from({ length: 5 }, (_, index) => ({
        name: `${index}`,
        bytes: index,
        predictions: guess(labels),
      }));
      const { candidates: rows } = compareWithBaseline(guess(labels), candidates, { seed: i, draws: 2 });
      if (rows.some(({ verdict }) => verdict === 'better' || verdict === 'worse')) different += 1;
    }
    expect(different / SIMULATIONS).toBeLessThanOrEqual(AT_MOST);
  }, 60_000);

  // 400 draws keep it within seconds. At the product's 2,000, run once by hand, 0 lay outside the interval of the Brier
  // score in 5.8 % (with 30 samples in 6.2 %), of the ECE in 5.1 % (5.2 %), of the AURC in 6.8 % (7.0 %), which is why
  // its explanation warns of it.
  it('their Brier scores and calibration are rarely called different', () => {
    const excludes = ({ interval }: Estimate) => interval !== null && (interval.low > 0 || interval.high < 0);
    let different = 0;
    let calibratedOtherwise = 0;
    for (let i = 0; i < SIMULATIONS; i++) {
      const labels = shuffledLabels(100);
      const { brier, ece } = comparePaired(guess(labels), guess(labels), { seed: i, draws: 400 });
      if (excludes(brier)) different += 1;
      if (excludes(ece)) calibratedOtherwise += 1;
    }
    expect(different / SIMULATIONS).toBeLessThanOrEqual(AT_MOST);
    expect(calibratedOtherwise / SIMULATIONS).toBeLessThanOrEqual(AT_MOST);
    expect(different).toBeGreaterThan(0);
  }, 60_000);

  it('a verified target is rarely missed, though many thresholds were tried', () => {
    let verified = 0;
    let claimedInSample = 0;
    for (let i = 0; i < SIMULATIONS; i++) {
      const part = () => {
        const scores = Array.from({ length: 150 }, () => 0.5 + unit() / 2);
        return { scores, correct: scores.map(() => (unit() < 0.5 ? 1 : 0)) };
      };
      const [tune, test] = [part(), part()];
      // Two options and shuffled labels: the accuracy is one half at every threshold, so each claim of more is wrong.
      const target = 0.5 + 1e-9;
      const choice = chooseThreshold(tune.scores, tune.correct, target);
      if (choice.threshold === null) continue;
      claimedInSample += 1;
      if (checkThreshold(test.scores, test.correct, choice.threshold, target).verdict === 'verified') verified += 1;
    }
    // Of those that were checked at all: a stricter count than of all simulations.
    expect(verified / claimedInSample).toBeLessThanOrEqual(AT_MOST);
    expect(verified).toBeGreaterThan(0);
    // The number in the sample is the optimistic one: it is why the other part decides.
    expect(claimedInSample / SIMULATIONS).toBeGreaterThan(0.15);
  });
});
