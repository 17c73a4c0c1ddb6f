import type { FileHandle } from 'node:fs/promises';

/** A file that does not hold what its format promises. The message says what, as a sentence. */
export class Damaged extends Error {}

/** Bytes that are read at once. Between two reads the event loop is free, and this many are parsed in a few ms. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a little-endian file forwards, a chunk at a time. Every length that the file claims is held against the bytes
 * that are left before anything is allocated.
 */
export class FileCursor {
  private buffer = Buffer.alloc(0);
  /** Offset in the file of the first byte of the buffer. */
  private start = 0;
  private at = 0;
  private readonly file: FileHandle;
  readonly size: number;
  private readonly end: number;

  /** @param limit bytes from the beginning that may be read at most */
  constructor(file: FileHandle, size: number, limit: number) {
    this.file = file;
    this.size = size;
    this.end = Math.min(size, limit);
  }

  get position(): number {
    return this.start + this.at;
  }

  /** Whether so many bytes can be taken without waiting. */
  has(bytes: number): boolean {
    return this.buffer.length - this.at >= bytes;
  }

  /** Makes so many bytes available. */
  async need(bytes: number): Promise<void> {
    if (this.has(bytes)) return;
    this.assertLeft(bytes);
    const kept = this.buffer.subarray(this.at);
    const wanted = Math.min(Math.max(bytes, CHUNK_BYTES), this.end - this.position);
    const next = Buffer.alloc(wanted);
    kept.copy(next);
    let filled = kept.length;
    this.start += this.at;
    this.at = 0;
    while (filled < bytes) {
      const { bytesRead } = await this.file.read(next, filled, wanted - filled, this.start + filled);
      if (bytesRead === 0) throw new Damaged('The file became shorter while it was read.');
      filled += bytesRead;
    }
    this.buffer = next.subarray(0, filled);
  }

  async skip(bytes: number): Promise<void> {
    if (this.has(bytes)) {
      this.at += bytes;
      return;
    }
    this.assertLeft(bytes);
    this.start = this.position + bytes;
    this.buffer = Buffer.alloc(0);
    this.at = 0;
  }

  /** @throws Damaged when fewer bytes are left than the file says */
  assertLeft(bytes: number): void {
    if (bytes <= this.end - this.position) return;
    throw new Damaged(
      this.end < this.size
        ? `Its header is larger than the ${this.end} bytes that are read at most.`
        : `It ends at byte ${this.size}, inside its header.`,
    );
  }

  // The takers below need their bytes to be available.

  take(bytes: number): Buffer {
    const taken = this.buffer.subarray(this.at, this.at + bytes);
    this.at += bytes;
    return taken;
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  /** A count or a length. Beyond 2^53 it is Infinity: no file has so many bytes, and every bound refuses it. */
  size64(): number {
    const value = this.take(8).readBigUInt64LE();
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
  }
}
