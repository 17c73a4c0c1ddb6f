import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Small enough that hashing one piece takes about a millisecond of the event loop. */
const pieceBytes = 1024 * 1024;

/**
 * SHA-256 of a file, lower-case hexadecimal.
 * @throws the file system's error, or the signal's reason
 */
export async function hashFile(
  path: string,
  run: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {},
): Promise<string> {
  const hash = createHash('sha256');
  let done = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes, signal: run.signal })) {
    hash.update(piece);
    done += piece.length;
    run.onProgress?.(done);
  }
  return hash.digest('hex');
}
