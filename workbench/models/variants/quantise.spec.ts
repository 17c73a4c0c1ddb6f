import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dequantisers } from './dequantise.ts';
import { fromHalf, toHalf } from './half.ts';
import { quantisers } from './quantise.ts';

const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const golden = z
  .object({
    values: bytes,
    types: z.record(z.enum(['Q8_0', 'Q4_0', 'Q4_1']), z.object({ packed: bytes, unpacked: bytes })),
    half: z.object({ values: bytes, bits: bytes }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../fixtures/golden/quantised.json', import.meta.url), 'utf8')));

const floats = (from: Uint8Array) => new Float32Array(from.buffer, from.byteOffset, from.length / 4);
const view = (from: Uint8Array) => new DataView(from.buffer, from.byteOffset, from.length);
const values = floats(golden.values);

describe('blocks, byte for byte as the Python package gguf makes them', () => {
  it.each(['Q8_0', 'Q4_0'] as const)('packs %s', (type) => {
    const packed = new Uint8Array(golden.types[type].packed.length);
    quantisers[type](values, view(packed));
    expect(Buffer.from(packed).toString('hex')).toBe(Buffer.from(golden.types[type].packed).toString('hex'));
  });

  it.each(['Q8_0', 'Q4_0', 'Q4_1'] as const)('unpacks %s', (type) => {
    const unpacked = new Float32Array(values.length);
    dequantisers[type](view(golden.types[type].packed), unpacked);
    expect([...unpacked]).toEqual([...floats(golden.types[type].unpacked)]);
  });
});

describe('error bounds', () => {
  // A step is scale/1; rounding is off by half of one, the scale itself by 2⁻¹¹ of its size in half precision.
  it.each([
    ['Q8_0', 127, 0.5],
    // The level +8 does not exist, so the far end of the other sign is off by a whole step.
    ['Q4_0', 8, 1],
  ] as const)('%s is off by at most its step', (type, levels, steps) => {
    const packed = new Uint8Array(golden.types[type].packed.length);
    quantisers[type](values, view(packed));
    const back = new Float32Array(values.length);
    dequantisers[type](view(packed), back);
    for (let first = 0; first < values.length; first += 32) {
      const block = values.subarray(first, first + 32);
      const largest = Math.max(...block.map(Math.abs));
      // Scales below the normal halves lose digits of their own.
      if (largest / levels < 2 ** -14) continue;
      const bound = (steps * largest) / levels + largest * 2 ** -11 + 1e-12;
      for (const [j, value] of block.entries()) {
        expect(Math.abs(value - (back[first + j] ?? 0)), `${first + j}`).toBeLessThanOrEqual(bound);
      }
    }
  });
});

describe('halves', () => {
  it('rounds as numpy does, to even, down to the smallest', () => {
    const bits = new Uint16Array(golden.half.bits.buffer, golden.half.bits.byteOffset, golden.half.bits.length / 2);
    expect([...floats(golden.half.values)].map(toHalf)).toEqual([...bits]);
  });

  it('comes back from each of the 65,536', () => {
    const halves = Array.from({ length: 0x1_0000 }, (_, half) => half);
    const numbers = halves.filter((half) => !Number.isNaN(fromHalf(half)));
    expect(numbers.length).toBe(0x1_0000 - 2 * 1023);
    expect(numbers.filter((half) => toHalf(fromHalf(half)) !== half)).toEqual([]);
    expect(fromHalf(0x3c00)).toBe(1);
    expect(toHalf(1e6)).toBe(0x7c00);
  });
});
