import { createHash, type Hash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Fault } from '../fault.ts';
import { explainFileError } from './explain-file-error.ts';
import { Damaged } from './file-cursor.ts';

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
 * The SHA-256 of a file, lower-case hexadecimal.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, CANCELLED
 */
export async function fileSha256(path: string, options: FileSha256Options = {}): Promise<string> {
  try {
    options.signal?.throwIfAborted();
    // Asked before opening: to open a pipe is to wait for its other end.
    const found = await stat(path);
    if (!found.isFile()) throw new Damaged('It is no regular file.');
    const hash = createHash('sha256');
    await hashFile(path, hash, options, (bytesDone) => options.onProgress?.({ bytesDone, bytesTotal: found.size }));
    return hash.digest('hex');
  } catch (error) {
    if (options.signal?.aborted) {
      throw new Fault('CANCELLED', 'Checking the file was cancelled.', 'Start it again.', { cause: error });
    }
    throw explainFileError(path, error);
  }
}

async function hashFile(
  path: string,
  hash: Hash,
  { signal, checkpoint }: FileSha256Options,
  onBytes: (done: number) => void,
): Promise<void> {
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
      if (bytesRead === 0) return;
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
