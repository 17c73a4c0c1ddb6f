import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { softmax } from '../readout/softmax.ts';
import { calibrate } from './calibrate.ts';

const logits = fc.array(fc.double({ min: -40, max: 40, noNaN: true }), { minLength: 2, maxLength: 6 });
const temperature = fc.double({ min: 0.1, max: 10, noNaN: true });

/** softmax(z/T + b) as it is written, without care for large numbers. */
function plainly(z: readonly number[], t: number, bias: readonly number[]): number[] {
  const powers = z.map((value, option) => Math.exp(value / t + (bias[option] ?? 0)));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

describe('calibrate', () => {
  it('is softmax(z/T + b)', () => {
    fc.assert(
      fc.property(
        logits,
        temperature,
        temperature,
        fc.array(fc.double({ min: -3, max: 3, noNaN: true })),
        (z, t, t0, b) => {
          const bias = z.map((_, option) => b[option] ?? 0);
          const reading = { order: 'as-given', temperature: t0, logits: z, probabilities: softmax(z, t0) } as const;
          const got = calibrate(reading, { temperature: t, bias });
          for (const [option, p] of plainly(z, t, bias).entries()) expect(got[option]).toBeCloseTo(p, 10);
        },
      ),
    );
  });

  it('without a fit is what was read, bit for bit', () => {
    const z = [0.3, -2.25, 7.5];
    for (const order of ['as-given', 'both-ways', 'rotations'] as const) {
      const reading = { order, temperature: 1.7, logits: z, probabilities: softmax(z, 1.7) };
      expect(calibrate(reading, { temperature: 1.7, bias: null })).toEqual(softmax(z, 1.7));
    }
  });

  it('of a mean over orders gives what one order would, where the mean is that of one', () => {
    fc.assert(
      fc.property(logits, temperature, (z, t) => {
        const t0 = 2;
        const probabilities = softmax(z, t0);
        // Below the clip the mean has no logarithm to scale.
        fc.pre(Math.min(...probabilities) > 1e-14);
        const reading = { temperature: t0, logits: z, probabilities };
        const bias = z.map((_, option) => option / 4);
        const one = calibrate({ ...reading, order: 'as-given' }, { temperature: t, bias });
        const several = calibrate({ ...reading, order: 'both-ways' }, { temperature: t, bias });
        for (const [option, p] of one.entries()) expect(several[option]).toBeCloseTo(p, 9);
      }),
    );
  });
});
