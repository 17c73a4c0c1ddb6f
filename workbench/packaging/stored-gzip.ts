import { crc32 } from 'node:zlib';

/** The longest stored block that deflate has (RFC 1951, 3.2.4). */
const BLOCK_BYTES = 65_535;
const BLOCK_HEADER_BYTES = 5;
/** RFC 1952, 2.3: deflate, no flags, no time, no extra flags, system unknown. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;

/** Bytes of a stored gzip file of `bytes` bytes. */
export function storedGzipBytes(bytes: number): number {
  const blocks = Math.max(1, Math.ceil(bytes / BLOCK_BYTES));
  return HEADER.length + blocks * BLOCK_HEADER_BYTES + bytes + TRAILER_BYTES;
}

/**
 * A gzip file that stores its bytes as they are. Weights hardly compress (a few per cent), the result has a size that
 * is known beforehand, and it is the same on every machine: what zlib makes depends on the processor.
 * @param source pieces of any size; the result does not depend on where they are cut
 */
export async function* storedGzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield HEADER;
  let crc = 0;
  let bytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    crc = crc32(piece, crc);
    bytes += piece.length;
    const joined = rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : join(rest, piece);
    let at = 0;
    // the last block is marked as such, so a full one waits until something follows it
    for (; joined.length - at > BLOCK_BYTES; at += BLOCK_BYTES) {
      yield blockHeader(BLOCK_BYTES, false);
      yield joined.subarray(at, at + BLOCK_BYTES);
    }
    // a copy: who made the piece may use its memory again
    rest = Buffer.from(joined.subarray(at));
  }
  yield blockHeader(rest.length, true);
  yield rest;
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  yield trailer;
}

function join(rest: Buffer, piece: Uint8Array): Buffer {
  return Buffer.concat([rest, piece]);
}

function blockHeader(length: number, last: boolean): Buffer {
  const header = Buffer.alloc(BLOCK_HEADER_BYTES);
  header.writeUInt8(last ? 1 : 0, 0);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}
