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
} as const satisfies Readonly<Record<string, Quantise>>;
export type TargetType = keyof typeof quantisers;

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
