import { expect, test } from 'vitest';
import type { LargestRequest, Shares } from '../engine/engine.ts';
import { readSlots } from './read-slots.ts';

/** What the engine's sampler chain gives for these logits: bias, penalty, top-k, softmax, in single precision. */
function sampler(logits: readonly number[], asked: LargestRequest[] = []) {
  return async (request: LargestRequest): Promise<Shares> => {
    asked.push(request);
    const { reference } = request;
    const shown = logits.map((logit, token): [number, number] => {
      const lifted = request.lifted.includes(token) ? Math.fround(logit + request.lift) : Math.fround(logit);
      if (token !== reference?.token) return [token, lifted];
      const biased = reference.certifyAtMost === null ? logit + 1000 : logit - reference.certifyAtMost;
      const factor = reference.certifyAtMost === null ? 1e30 : 1e-30;
      return [token, Math.fround((biased <= 0 ? biased * factor : biased / factor) + reference.level)];
    });
    const largest = shown.sort((a, b) => b[1] - a[1]).slice(0, request.count);
    const top = largest[0]?.[1] ?? 0;
    const terms = largest.map(([token, logit]): [number, number] => [token, Math.fround(Math.exp(logit - top))]);
    const sum = terms.reduce((total, [, term]) => total + term, 0);
    return new Map(terms.map(([token, term]) => [token, Math.fround(term / sum)]));
  };
}

/** Made-up logits with a spread of 4, by the golden ratio's fractional parts. */
const vocabulary = (size: number) => Array.from({ length: size }, (_, token) => ((token * 0.618034) % 1) * 16 - 4);

const massOf = (logits: readonly number[], slots: readonly number[]) =>
  slots.reduce((sum, slot) => sum + Math.exp(logits[slot] ?? 0), 0) /
  logits.reduce((sum, logit) => sum + Math.exp(logit), 0);

test.each([
  ['a vocabulary that is read whole', 1000],
  ['one of which a part is read', 60_000],
])('raw logits, and the mass within its bound: %s', async (_, size) => {
  const logits = vocabulary(size);
  const slots = [5, 17, 40, 900];
  const asked: LargestRequest[] = [];
  const reference = { token: 0, ceiling: 0, level: 12 };
  const reading = await readSlots(sampler(logits, asked), slots, [reference], size);
  expect(asked).toHaveLength(1);
  for (const [index, slot] of slots.entries()) expect(reading.logits[index]).toBeCloseTo(logits[slot] ?? Number.NaN, 4);
  const exact = massOf(logits, slots);
  expect(Math.abs(reading.mass - exact)).toBeLessThanOrEqual(reading.bound);
  if (size < 4096) expect(reading.bound).toBeLessThan(1e-4);
});

test('a reference that became likely does not spoil logits or mass', async () => {
  const logits = vocabulary(2000);
  logits[0] = 14;
  const slots = [5, 17, 40];
  const asked: LargestRequest[] = [];
  const reading = await readSlots(sampler(logits, asked), slots, [{ token: 0, ceiling: 0, level: 12 }], 2000);
  expect(asked).toHaveLength(3);
  for (const [index, slot] of slots.entries()) expect(reading.logits[index]).toBeCloseTo(logits[slot] ?? Number.NaN, 4);
  expect(Math.abs(reading.mass - massOf(logits, slots))).toBeLessThanOrEqual(reading.bound);
  expect(reading.bound).toBeLessThan(1e-4);
});

test('a reference that is a slot is passed over', async () => {
  const logits = vocabulary(500);
  const references = [
    { token: 5, ceiling: 20, level: 12 },
    { token: 0, ceiling: 0, level: 12 },
  ];
  const asked: LargestRequest[] = [];
  await readSlots(sampler(logits, asked), [5, 6], references, 500);
  expect(asked[0]?.reference?.token).toBe(0);
});

test('other entries than those asked for are refused, and numbers that are not finite', async () => {
  const read = sampler(vocabulary(500));
  const short = async (request: LargestRequest) => new Map([...(await read(request))].slice(0, 100));
  await expect(readSlots(short, [5, 6], [{ token: 0, ceiling: 0, level: 12 }], 500)).rejects.toMatchObject({
    code: 'SELF_TEST_FAILED',
  });
  const broken = vocabulary(500);
  broken[6] = Number.NaN;
  await expect(readSlots(sampler(broken), [5, 6], [{ token: 0, ceiling: 0, level: 12 }], 500)).rejects.toMatchObject({
    code: 'NON_FINITE_LOGIT',
  });
});
