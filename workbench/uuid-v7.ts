/** What identity and time come from; passed in, so that tests decide both. */
export interface Origin {
  now: () => Date;
  /** That many random bytes. */
  randomBytes: (count: number) => Uint8Array;
}

/** The machine's own clock and randomness. */
export const machineOrigin: Origin = {
  now: () => new Date(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};

/**
 * A UUID version 7 (RFC 9562, section 5.7) in lower case: 48 bits of Unix milliseconds, then 74 random bits. Ids sort
 * by the millisecond they were made in.
 */
export function uuidV7(origin: Origin): string {
  const bytes = new Uint8Array(16);
  bytes.set(origin.randomBytes(10), 6);
  const view = new DataView(bytes.buffer);
  const milliseconds = origin.now().getTime();
  view.setUint16(0, Math.floor(milliseconds / 2 ** 32));
  view.setUint32(2, milliseconds % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
