import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { partPaths } from '../../adapter/gguf/split-parts.ts';

/** A file that changed has another stamp; one that was replaced by another of the same size and time has another inode. */
export const fileStampSchema = z.object({
  /** Of a split model those of all parts. */
  bytes: z.number(),
  /** The latest of all parts. */
  mtimeMs: z.number(),
  inode: z.number(),
});
export type FileStamp = z.infer<typeof fileStampSchema>;

/** Size, time of change and inode of a model file; null when there is no file at the path, or one of its parts is gone. */
export async function stampFile(path: string): Promise<FileStamp | null> {
  const stamp: FileStamp = { bytes: 0, mtimeMs: 0, inode: 0 };
  for (const [index, part] of partPaths(path).entries()) {
    const found = await stat(part).catch(() => null);
    if (!found?.isFile()) return null;
    stamp.bytes += found.size;
    stamp.mtimeMs = Math.max(stamp.mtimeMs, found.mtimeMs);
    if (index === 0) stamp.inode = found.ino;
  }
  return stamp;
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.bytes === other.bytes && one.mtimeMs === other.mtimeMs && one.inode === other.inode;
}
