import { createHash, type Hash } from 'node:crypto';

/** One part of an upload. */
export interface UploadPart {
  /** From 1. */
  number: number;
  bytes: Uint8Array;
  /** In base64, as S3 takes it. */
  sha256: string;
}

/** Hashed at once: about a millisecond, in which the event loop waits. */
const HASH_BYTES = 1024 * 1024;

/** Cuts a stream of bytes into parts of one size, the last one shorter; no bytes at all are one empty part. */
export async function* cutParts(source: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<UploadPart> {
  let bytes = new Uint8Array(partBytes);
  let filled = 0;
  let hash: Hash = createHash('sha256');
  let number = 1;
  for await (const piece of source) {
    for (let taken = 0; taken < piece.length; ) {
      const length = Math.min(HASH_BYTES, piece.length - taken, partBytes - filled);
      const slice = piece.subarray(taken, taken + length);
      bytes.set(slice, filled);
      hash.update(slice);
      filled += length;
      taken += length;
      if (filled === partBytes) {
        yield { number, bytes, sha256: hash.digest('base64') };
        number += 1;
        // Whoever took the part still has its bytes.
        bytes = new Uint8Array(partBytes);
        filled = 0;
        hash = createHash('sha256');
      }
    }
  }
  if (filled > 0 || number === 1) yield { number, bytes: bytes.subarray(0, filled), sha256: hash.digest('base64') };
}
