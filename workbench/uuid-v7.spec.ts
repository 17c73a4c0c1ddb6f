import { expect, it } from 'vitest';
import { z } from 'zod';
import { machineOrigin, uuidV7 } from './uuid-v7.ts';

it('is the example of RFC 9562, appendix A.6', () => {
  // unix_ts_ms 0x017F22E279B0 (Tuesday, February 22, 2022 2:22:22.00 PM GMT-05:00), rand_a 0xCC3, rand_b …
  const random = [0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f];
  const origin = { now: () => new Date(0x017f22e279b0), randomBytes: () => Uint8Array.from(random) };
  expect(uuidV7(origin)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

it('is what the contract takes, different each time, and sorts by time', () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const ids = Array.from({ length: 1000 }, () => {
    time += 1;
    return uuidV7({ ...machineOrigin, now: () => new Date(time) });
  });
  for (const id of ids) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});
