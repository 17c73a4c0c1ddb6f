import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBins, nullBand, optionReliability, reliability } from './calibration.ts';
import { packPredictions } from './predictions.ts';
import { fillWords, seedRandom, WORDS } from './random.ts';

/** n confidences from 0.5 to 1, and outcomes that are right with probability `rate(confidence)`. */
function simulate(n: number, seed: number, rate: (confidence: number) => number) {
  const words = new Int32Array(2 * n);
  fillWords(seedRandom(seed), words);
  const unit = Array.from(words, (word) => (word >>> 0) / WORDS);
  const scores = unit.slice(0, n).map((u) => 0.5 + u / 2);
  const outcomes = scores.map((score, i) => ((unit[n + i] ?? 0) < rate(score) ? 1 : 0));
  return { scores, outcomes };
}

describe('reliability', () => {
  it('cuts equal mass into parts that differ by one at most, larger first', () => {
    const scores = Array.from({ length: 11 }, (_, i) => i / 11);
    const { bins } = reliability(scores, new Uint8Array(11), { kind: 'mass', bins: 4 });
    expect(bins.map(({ count }) => count)).toEqual([3, 3, 3, 2]);
    expect(bins[0]?.meanConfidence).toBeCloseTo(1 / 11, 14);
  });

  it('puts a confidence of 1 into the last bin of equal width', () => {
    const { bins, ece } = reliability([1, 0.95, 0.1], [1, 1, 0], { kind: 'width', bins: 10 });
    expect(bins.map(({ count }) => count)).toEqual([1, 2]);
    expect(ece).toBeCloseTo((1 / 3) * 0.1 + (2 / 3) * 0.025, 14);
  });

  it('does not depend on the order of tied samples', () => {
    const samples = fc.array(fc.tuple(fc.constantFrom(0.5, 0.6, 0.9), fc.constantFrom(0, 1)), { minLength: 1 });
    fc.assert(
      fc.property(samples, fc.integer(), fc.integer({ min: 1, max: 6 }), (rows, seed, bins) => {
        const words = new Int32Array(rows.length);
        fillWords(seedRandom(seed), words);
        const shuffled = rows.map((row, i) => ({ row, key: words[i] ?? 0 })).sort((a, b) => a.key - b.key);
        const of = (list: readonly (readonly [number, number])[]) =>
          reliability(
            list.map(([score]) => score),
            list.map(([, outcome]) => outcome),
            { kind: 'mass', bins },
          );
        expect(of(shuffled.map(({ row }) => row))).toEqual(of(rows));
      }),
    );
  });

  it('gives each side of a cut tie its mean', () => {
    const { bins } = reliability([0.7, 0.7, 0.7, 0.7], [1, 1, 1, 0], { kind: 'mass', bins: 2 });
    expect(bins.map(({ outcome }) => outcome.rate)).toEqual([0.75, 0.75]);
  });

  it('tells the truth for 0, 1 and 8 samples', () => {
    expect(reliability([], [])).toMatchObject({ bins: [], ece: null, mce: null, signedGap: null });
    const one = reliability([0.8], [1]);
    expect(one.bins).toHaveLength(1);
    expect(one.ece).toBeCloseTo(0.2, 14);
    expect(one.bins[0]?.outcome.low).toBeLessThan(0.25);
    expect(reliability(new Array(8).fill(0.5), [1, 0, 1, 0, 1, 0, 1, 0]).ece).toBe(0);
    expect([0, 1, 8, 59, 60, 300, 10_000].map(defaultBins)).toEqual([2, 2, 2, 2, 3, 15, 15]);
  });

  it('judges each option against the rest', () => {
    const predictions = packPredictions(
      ['a', 'b'],
      [
        { label: 'a', probabilities: [0.9, 0.1] },
        { label: 'b', probabilities: [0.9, 0.1] },
      ],
    );
    const gaps = optionReliability(predictions).map(({ reliability: { signedGap } }) => signedGap);
    expect(gaps[0]).toBeCloseTo(-0.4, 14);
    expect(gaps[1]).toBeCloseTo(0.4, 14);
  });
});

describe('nullBand', () => {
  it('holds the ECE of calibrated predictions about 95 times in 100', () => {
    let inside = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const { scores, outcomes } = simulate(200, seed, (score) => score);
      const band = nullBand(scores, { seed: seed + 1000, draws: 400 });
      const ece = reliability(scores, outcomes).ece ?? Number.NaN;
      if (band !== null && ece >= band.low && ece <= band.high) inside += 1;
    }
    expect(inside).toBeGreaterThanOrEqual(180);
    expect(inside).toBeLessThan(200);
  });

  it('lies below the ECE of overconfident predictions', () => {
    const { scores, outcomes } = simulate(600, 3, (score) => score - 0.15);
    const band = nullBand(scores, { seed: 1 });
    expect(reliability(scores, outcomes).ece).toBeGreaterThan(band?.high ?? 1);
  });

  it('repeats itself with the seed, in any order of the samples', () => {
    const { scores } = simulate(100, 5, (score) => score);
    const band = nullBand(scores, { seed: 9, draws: 50 });
    expect(nullBand(scores.toReversed(), { seed: 9, draws: 50 })).toEqual(band);
    expect(nullBand(scores, { seed: 10, draws: 50 })).not.toEqual(band);
  });

  it('is 0 for certain predictions and open without samples', () => {
    expect(nullBand([1, 1, 1], { seed: 1 })).toMatchObject({ low: 0, high: 0 });
    expect(nullBand([], { seed: 1 })).toBeNull();
  });
});
