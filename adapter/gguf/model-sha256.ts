import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type FileSha256Options, fileSha256 } from './file-sha256.ts';
import { partPaths } from './split-parts.ts';

/**
 * What a model is known by: the SHA-256 of its file; of a split model that of the hashes of its parts in their order, in
 * lower-case hexadecimal with a line end after each. A manifest lists the parts with their hashes, so that the identity
 * is known where the files are not read.
 */
export function joinSha256(parts: readonly string[]): string {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  return createHash('sha256')
    .update(parts.map((part) => `${part}\n`).join(''))
    .digest('hex');
}

/**
 * The same of the files at a path; of a split model that of its first part.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, CANCELLED
 */
export async function modelSha256(path: string, options: FileSha256Options = {}): Promise<string> {
  const paths = partPaths(path);
  // What cannot be read is said in words below.
  const sizes = await Promise.all(paths.map(async (part) => (await stat(part).catch(() => null))?.size ?? 0));
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  const parts: string[] = [];
  for (const [index, part] of paths.entries()) {
    const done = before;
    parts.push(
      await fileSha256(part, {
        ...options,
        onProgress: ({ bytesDone }) => options.onProgress?.({ bytesDone: done + bytesDone, bytesTotal }),
      }),
    );
    before += sizes[index] ?? 0;
  }
  return joinSha256(parts);
}
