import { describe, expect, it } from 'vitest';
import { fillWords, seedRandom, sumDrawn, WORDS } from './random.ts';

describe('fillWords', () => {
  it('is xoshiro128++: the first words of its authors’ program', () => {
    const words = new Int32Array(10);
    fillWords(Uint32Array.from([1, 2, 3, 4]), words);
    expect(Array.from(words, (word) => word >>> 0)).toEqual([
      641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420,
    ]);
  });

  it('goes on where it stopped', () => {
    const whole = new Int32Array(7);
    fillWords(seedRandom(5), whole);
    const state = seedRandom(5);
    const parts = [new Int32Array(3), new Int32Array(4)];
    for (const part of parts) fillWords(state, part);
    expect(parts.flatMap((part) => [...part])).toEqual([...whole]);
  });

  it('spreads evenly: chi-squared of 64 cells', () => {
    const words = new Int32Array(64_000);
    fillWords(seedRandom(1), words);
    const cells = new Array<number>(64).fill(0);
    for (const word of words) {
      const cell = ((word >>> 0) * (64 / WORDS)) | 0;
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    const chiSquared = cells.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // The 0.1 % and 99.9 % points with 63 degrees of freedom.
    expect(chiSquared).toBeGreaterThan(32.5);
    expect(chiSquared).toBeLessThan(103.4);
  });
});

describe('seedRandom', () => {
  it('gives every seed another stream, 0 and −1 among them', () => {
    const firsts = [0, 1, 2, -1, 2 ** 32 - 2].map((seed) => seedRandom(seed).join());
    expect(new Set(firsts).size).toBe(5);
    expect(seedRandom(0)).toEqual(seedRandom(2 ** 32));
  });
});

describe('sumDrawn', () => {
  it('draws what the words say', () => {
    const values = Float64Array.from({ length: 33 }, (_, i) => 2 ** i);
    const words = new Int32Array(33);
    const [one, other] = [seedRandom(4), seedRandom(4)];
    fillWords(one, words);
    const expected = words.reduce((sum, word) => sum + (values[Math.floor(((word >>> 0) / WORDS) * 33)] ?? 0), 0);
    expect(sumDrawn(other, values)).toBe(expected);
    expect(other).toEqual(one);
  });
});
