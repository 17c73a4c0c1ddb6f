import { statfs } from 'node:fs/promises';
import { Fault } from '../../../adapter/fault.ts';

/** Left free for everything else on the disk. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** Bytes that may be written to the disk of a folder; infinite where the system does not tell. */
export type FreeSpace = (folder: string) => Promise<number>;

export const freeSpace: FreeSpace = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // A disk that does not tell is written to until it says that it is full.
    return Number.POSITIVE_INFINITY;
  }
};

/** @throws Fault IO_FAILED with both numbers when so much does not fit */
export async function requireSpace(folder: string, bytes: number, free: FreeSpace): Promise<void> {
  const room = await free(folder);
  if (room - RESERVE_BYTES >= bytes) return;
  throw new Fault(
    'IO_FAILED',
    `The disk of ${folder} has ${megabytes(room)} MB free; ${megabytes(bytes)} MB are still to come, and ${megabytes(RESERVE_BYTES)} MB stay free.`,
    'Free some space and go on: what was fetched so far is kept.',
  );
}

function megabytes(bytes: number): string {
  return Math.floor(bytes / 1e6).toLocaleString('en-US');
}
