import { fromHalf } from './half.ts';

/** Writes the elements of `blocks` (whole blocks, one after the other) to `values`, in single precision. */
export type Dequantise = (blocks: DataView, values: Float32Array) => void;

const { fround } = Math;

/**
 * Readers of tensor types, with the block layouts of ggml (`dequantize_row_*` in ggml-quants.c). They hold what the
 * starter and its variants consist of, and what the models of the tests do.
 */
export const dequantisers = {
  F16(blocks, values) {
    for (let index = 0; index < values.length; index++) values[index] = fromHalf(blocks.getUint16(index * 2, true));
  },
  /** 32 elements: scale d, 16 bytes of two elements each (j and j + 16); element = d · (q − 8). */
  Q4_0(blocks, values) {
    for (let at = 0, first = 0; first < values.length; at += 18, first += 32) {
      const scale = fromHalf(blocks.getUint16(at, true));
      for (let j = 0; j < 16; j++) {
        const pair = blocks.getUint8(at + 2 + j);
        values[first + j] = scale * ((pair & 15) - 8);
        values[first + 16 + j] = scale * ((pair >>> 4) - 8);
      }
    }
  },
  /** 32 elements: scale d, smallest m, 16 bytes of two elements each; element = d · q + m. */
  Q4_1(blocks, values) {
    for (let at = 0, first = 0; first < values.length; at += 20, first += 32) {
      const scale = fromHalf(blocks.getUint16(at, true));
      const smallest = fromHalf(blocks.getUint16(at + 2, true));
      for (let j = 0; j < 16; j++) {
        const pair = blocks.getUint8(at + 4 + j);
        values[first + j] = fround(scale * (pair & 15)) + smallest;
        values[first + 16 + j] = fround(scale * (pair >>> 4)) + smallest;
      }
    }
  },
  /** 32 elements: scale d, 32 signed bytes; element = d · q. */
  Q8_0(blocks, values) {
    for (let at = 0, first = 0; first < values.length; at += 34, first += 32) {
      const scale = fromHalf(blocks.getUint16(at, true));
      for (let j = 0; j < 32; j++) values[first + j] = scale * blocks.getInt8(at + 2 + j);
    }
  },
} as const satisfies Readonly<Record<string, Dequantise>>;
