import type { Origin } from '../../workbench/uuid-v7.ts';

export interface ManualOrigin extends Origin {
  /** Lets that many milliseconds pass. */
  pass(milliseconds: number): void;
}

/** A clock that moves only when told, and randomness that counts, so that ids are the same in each run. */
export function manualOrigin(start = '2026-03-01T08:00:00.000Z'): ManualOrigin {
  let time = Date.parse(start);
  let count = 0;
  return {
    now: () => new Date(time),
    randomBytes(length) {
      count += 1;
      const bytes = new Uint8Array(length);
      new DataView(bytes.buffer).setUint32(length - 4, count);
      return bytes;
    },
    pass(milliseconds) {
      time += milliseconds;
    },
  };
}
