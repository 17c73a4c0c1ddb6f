import { createHash, type Hash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Fault } from '../fault.ts';
import { explainFileError } from './explain-file-error.ts';
import { Damaged } from './file-cursor.ts';
import { partPaths } from './split-parts.ts';

/** Read at once, while the chunk before is hashed. Hashing it takes a few ms, in which the event loop waits. */
const CHUNK_BYTES = 1024 * 1024;

export interface FileSha256Options {
  signal?: AbortSignal;
  /** Called after each chunk. */
  onProgress?: (progress: { bytesDone: number; bytesTotal: number }) => void;
  /** Awaited after each chunk: hashing waits as long. */
  checkpoint?: () => Promise<void>;
}

/**
 * The SHA-256 of a model file, lower-case hexadecimal; of the first part of a split model that of all parts, one after
 * the other.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, CANCELLED
 */
export async function fileSha256(path: string, options: FileSha256Options = {}): Promise<string> {
  const paths = partPaths(path);
  const sizes: number[] = [];
  let at = path;
  try {
    options.signal?.throwIfAborted();
    for (at of paths) {
      // Asked before opening: to open a pipe is to wait for its other end.
      const found = await stat(at);
      if (!found.isFile()) throw new Damaged('It is no regular file.');
      sizes.push(found.size);
    }
    const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
    const hash = createHash('sha256');
    let bytesBefore = 0;
    for (at of paths) {
      const before = bytesBefore;
      bytesBefore += await hashFile(at, hash, options, (bytes) =>
        options.onProgress?.({ bytesDone: before + bytes, bytesTotal }),
      );
    }
    return hash.digest('hex');
  } catch (error) {
    if (options.signal?.aborted) {
      throw new Fault('CANCELLED', 'Checking the file was cancelled.', 'Start it again.', { cause: error });
    }
    throw explainFileError(at, error);
  }
}

/** @returns the bytes that were hashed */
async function hashFile(
  path: string,
  hash: Hash,
  { signal, checkpoint }: FileSha256Options,
  onBytes: (done: number) => void,
): Promise<number> {
  const file = await open(path, 'r');
  const read = (chunk: Buffer, at: number) => {
    const reading = file.read(chunk, 0, chunk.length, at);
    // One that nobody waits for any more fails unheard.
    reading.catch(() => undefined);
    return reading;
  };
  try {
    let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let other = Buffer.allocUnsafe(CHUNK_BYTES);
    let done = 0;
    let reading = read(chunk, 0);
    for (;;) {
      const { bytesRead } = await reading;
      signal?.throwIfAborted();
      if (bytesRead === 0) return done;
      done += bytesRead;
      [chunk, other] = [other, chunk];
      reading = read(chunk, done);
      hash.update(other.subarray(0, bytesRead));
      onBytes(done);
      await checkpoint?.();
    }
  } finally {
    await file.close();
  }
}
