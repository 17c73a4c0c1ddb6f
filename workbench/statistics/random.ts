/** State of one generator: four 32-bit words, changed by every call that draws from it. */
export type RandomState = Uint32Array;

/**
 * A generator from a seed (its lower 32 bits): the same seed gives the same numbers on every machine. Words come from
 * splitmix32, so that neighbouring seeds give unrelated streams and the state is never all zero.
 */
export function seedRandom(seed: number): RandomState {
  const state = new Uint32Array(4);
  let counter = seed | 0;
  for (let word = 0; word < 4; word++) {
    counter = (counter + 0x9e3779b9) | 0;
    let mixed = counter ^ (counter >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    state[word] = mixed ^ (mixed >>> 15);
  }
  return state;
}

/** Number of values of a 32-bit word: `(word >>> 0) * (n / WORDS) | 0` is a whole number below n. */
export const WORDS = 4294967296;

/**
 * Fills `out` with random 32-bit words, each equally likely. Read as `word >>> 0`, a word below p·2³² is an event of
 * probability p, and `((word >>> 0) * (n / 2³²)) | 0` an index below n (uneven by at most n/2³²).
 * Source: xoshiro128++, Blackman & Vigna 2021, ACM Trans. Math. Softw. 47. The state stays in local variables while
 * the loop runs: that is what makes it as fast as a compiled generator.
 */
export function fillWords(state: RandomState, out: Int32Array): void {
  let a = (state[0] ?? 0) | 0;
  let b = (state[1] ?? 0) | 0;
  let c = (state[2] ?? 0) | 0;
  let d = (state[3] ?? 0) | 0;
  for (let i = 0; i < out.length; i++) {
    const sum = (a + d) | 0;
    out[i] = (((sum << 7) | (sum >>> 25)) + a) | 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
}

/**
 * Sum of values.length values drawn with replacement: the same draws as {@link fillWords} and an index for each word,
 * without storing the words. Two running sums, because a single one would wait for itself at every step.
 */
export function sumDrawn(state: RandomState, values: Float64Array): number {
  const scale = values.length / WORDS;
  let a = (state[0] ?? 0) | 0;
  let b = (state[1] ?? 0) | 0;
  let c = (state[2] ?? 0) | 0;
  let d = (state[3] ?? 0) | 0;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < values.length; i++) {
    const sum = (a + d) | 0;
    const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    const value = values[((word >>> 0) * scale) | 0] ?? 0;
    const next = even + value;
    even = odd;
    odd = next;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
  return even + odd;
}
