import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const READ_BYTES = 1024 * 1024;

/** A file that grows at its end, and the hash of all that is in it. */
export interface PartFile {
  /** Bytes in it. */
  size: () => number;
  append: (chunk: Uint8Array) => Promise<void>;
  /** Begins again from nothing. */
  empty: () => Promise<void>;
  /** SHA-256 of all of it, lower-case hexadecimal; nothing can be appended afterwards. */
  digest: () => string;
  /** Resolves when what was written lasts. */
  sync: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens what was fetched so far, or a new file. What is there is read once, for the hash.
 * @throws the file system's errors; `signal.reason` when aborted
 */
export async function openPartFile(path: string, signal: AbortSignal): Promise<PartFile> {
  const file = await open(path, 'a+');
  let hash = createHash('sha256');
  let size = 0;
  try {
    size = await hashAll(file, hash, signal);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    size: () => size,
    append: async (chunk) => {
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, written);
        written += bytesWritten;
      }
      hash.update(chunk);
      size += chunk.length;
    },
    empty: async () => {
      await file.truncate(0);
      hash = createHash('sha256');
      size = 0;
    },
    digest: () => hash.digest('hex'),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

async function hashAll(file: FileHandle, hash: Hash, signal: AbortSignal): Promise<number> {
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return at;
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
}
