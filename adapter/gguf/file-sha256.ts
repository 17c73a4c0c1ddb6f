import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Fault } from '../fault.ts';
import { explainFileError } from './explain-file-error.ts';
import { Damaged } from './file-cursor.ts';

/** Read at once. Hashing it takes a few ms, in which the event loop waits. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface FileSha256Options {
  signal?: AbortSignal;
  /** Called after each chunk. */
  onProgress?: (progress: { bytesDone: number; bytesTotal: number }) => void;
}

/**
 * The SHA-256 of a file, lower-case hexadecimal.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, CANCELLED
 */
export async function fileSha256(path: string, { signal, onProgress }: FileSha256Options = {}): Promise<string> {
  try {
    signal?.throwIfAborted();
    // Asked before opening: to open a pipe is to wait for its other end.
    if (!(await stat(path)).isFile()) throw new Damaged('It is no regular file.');
    const file = await open(path, 'r');
    try {
      const { size: bytesTotal } = await file.stat();
      const hash = createHash('sha256');
      const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, bytesTotal)));
      let bytesDone = 0;
      for (;;) {
        const { bytesRead } = await file.read(chunk, 0, chunk.length, bytesDone);
        signal?.throwIfAborted();
        if (bytesRead === 0) return hash.digest('hex');
        hash.update(chunk.subarray(0, bytesRead));
        bytesDone += bytesRead;
        onProgress?.({ bytesDone, bytesTotal });
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (signal?.aborted) {
      throw new Fault('CANCELLED', 'Checking the file was cancelled.', 'Start it again.', { cause: error });
    }
    throw explainFileError(path, error);
  }
}
