import { toHalf } from './half.ts';

/** Writes `values` (whole blocks) to `blocks`. Every step is rounded to single precision, so every machine agrees. */
export type Quantise = (values: Float32Array, blocks: DataView) => void;

const { fround, abs, min } = Math;

/**
 * Writers of tensor types, with the block layouts and the rounding of ggml's reference quantisers (`quantize_row_*_ref`
 * in ggml-quants.c) and of the Python package `gguf`.
 */
export const quantisers = {
  /** 32 elements, d = largest size / 127, q = element / d rounded half away from zero. */
  Q8_0(values, blocks) {
    for (let at = 0, first = 0; first < values.length; at += 34, first += 32) {
      const largest = abs(values[indexOfLargest(values, first, 32)] ?? 0);
      const scale = fround(largest / 127);
      const inverse = inverseOf(scale);
      blocks.setUint16(at, toHalf(scale), true);
      for (let j = 0; j < 32; j++) {
        blocks.setInt8(at + 2 + j, roundAwayFromZero(fround((values[first + j] ?? 0) * inverse)));
      }
    }
  },
  /** 32 elements, d = (the largest in size, with its sign) / −8, q = element / d + 8.5 cut off, at most 15. */
  Q4_0(values, blocks) {
    for (let at = 0, first = 0; first < values.length; at += 18, first += 32) {
      const scale = fround((values[indexOfLargest(values, first, 32)] ?? 0) / -8);
      const inverse = inverseOf(scale);
      const level = (index: number): number =>
        min(15, Math.trunc(fround(fround((values[index] ?? 0) * inverse) + 8.5)));
      blocks.setUint16(at, toHalf(scale), true);
      for (let j = 0; j < 16; j++) blocks.setUint8(at + 2 + j, level(first + j) | (level(first + 16 + j) << 4));
    }
  },
  /**
   * 64 elements of two bits, q from −1 to 2. The reference takes the largest element as the scale, which leaves nearly
   * every other one at 0; here the scale is fitted to the block, in the same layout.
   */
  Q2_0(values, blocks) {
    for (let at = 0, first = 0; first < values.length; at += 18, first += 64) {
      const block = values.subarray(first, first + 64);
      const scale = fitScale(block);
      blocks.setUint16(at, toHalf(scale), true);
      for (let j = 0; j < 64; j += 4) {
        let four = 0;
        for (let k = 0; k < 4; k++) four |= (levelOf(block[j + k] ?? 0, scale) + 1) << (2 * k);
        blocks.setUint8(at + 2 + j / 4, four);
      }
    }
  },
} as const satisfies Readonly<Record<string, Quantise>>;

/** Of equal ones the first, as the reference keeps it. */
function indexOfLargest(values: Float32Array, first: number, count: number): number {
  let largest = 0;
  let index = first;
  for (let at = first; at < first + count; at++) {
    const size = abs(values[at] ?? 0);
    if (size > largest) {
      largest = size;
      index = at;
    }
  }
  return index;
}

function inverseOf(scale: number): number {
  return scale === 0 ? 0 : fround(1 / scale);
}

/** `roundf` of C. `Math.round` rounds halves up, also negative ones. */
function roundAwayFromZero(value: number): number {
  return value < 0 ? -Math.floor(0.5 - value) : Math.floor(value + 0.5);
}

/** Rounds of {@link fitScale}: more change nothing visible. */
const FIT_ROUNDS = 6;

/**
 * The scale with the smallest sum of squared errors among those that alternating rounding and least squares
 * (d = Σ x·q / Σ q²) reach from half the largest element and from its negative: the levels −1 to 2 are lopsided, and
 * blocks lean to either side.
 */
function fitScale(block: Float32Array): number {
  const start = abs(block[indexOfLargest(block, 0, block.length)] ?? 0) / 2;
  if (start === 0) return 0;
  let best = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let scale of [start, -start]) {
    for (let round = 0; round < FIT_ROUNDS; round++) {
      let products = 0;
      let squares = 0;
      for (const value of block) {
        const level = levelOf(value, scale);
        products += value * level;
        squares += level * level;
      }
      if (squares === 0) break;
      scale = fround(products / squares);
    }
    const error = squaredError(block, scale);
    if (error < smallest) {
      smallest = error;
      best = scale;
    }
  }
  return best;
}

function squaredError(block: Float32Array, scale: number): number {
  let sum = 0;
  for (const value of block) sum += (value - scale * levelOf(value, scale)) ** 2;
  return sum;
}

function levelOf(value: number, scale: number): number {
  if (scale === 0) return 0;
  return Math.max(-1, min(2, roundAwayFromZero(value / scale)));
}
