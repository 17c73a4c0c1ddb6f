import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import type { FileSystem, OpenFile } from './file-system.ts';
import { ioFault } from './io-fault.ts';
import { decodeStored, parseStored, readBytes } from './read-document.ts';

const LINE_FEED = 0x0a;

/**
 * Reads a JSONL file. What follows the last line feed was never acknowledged: a torn last line is dropped, a whole one
 * (an editor left the line feed out) is kept.
 * @param pace called after each line, so that a long file leaves the event loop its turns
 * @returns an empty list when there is no file
 * @throws Fault FILE_DAMAGED with file and line for any other damage, IO_FAILED
 */
export async function readLines<T>(
  fs: FileSystem,
  path: string,
  schema: z.ZodType<T>,
  pace: () => Promise<void> | undefined = () => undefined,
): Promise<T[]> {
  const bytes = await readBytes(fs, path);
  if (bytes === null) return [];
  const values: T[] = [];
  let start = 0;
  for (let feed = bytes.indexOf(LINE_FEED); feed >= 0; feed = bytes.indexOf(LINE_FEED, start)) {
    const place = `${path}, line ${values.length + 1}`;
    values.push(parseStored(decodeStored(bytes.subarray(start, feed), place), schema, place));
    start = feed + 1;
    await pace();
  }
  const rest = bytes.subarray(start);
  if (isWholeJson(rest))
    values.push(parseStored(decodeStored(rest, path), schema, `${path}, line ${values.length + 1}`));
  return values;
}

/**
 * Appends one value as a line, after dropping a torn last line. Resolves when the line lasts. The caller lets only one
 * append run at a time.
 * @throws Fault IO_FAILED; the lines that were there are then as they were
 */
export async function appendLine(fs: FileSystem, path: string, value: unknown): Promise<void> {
  const appender = await openLineAppender(fs, path);
  try {
    await appender.append([value]);
  } finally {
    await appender.close();
  }
}

/** A JSONL file that stays open while lines are added. */
export interface LineAppender {
  /** Resolves when the lines last. @throws Fault IO_FAILED; the lines that were there are then as they were */
  append(values: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a JSONL file to add lines, after dropping a torn last line. The caller lets only one append run at a time, and
 * only one appender of a file be open.
 * @param mode of a new file, as in 0o600 for one that only its owner may read
 * @throws Fault IO_FAILED
 */
export async function openLineAppender(fs: FileSystem, path: string, mode?: number): Promise<LineAppender> {
  const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw ioFault(`Adding to ${basename(path)}`, path, error);
    }
  };
  return inWords(async () => {
    const isNew = !(await fs.exists(path));
    const file = await fs.open(path, isNew ? 'wx+' : 'r+', mode);
    try {
      const { size } = await file.stat();
      const found = await findEnd(file, size);
      let { keep: end, separator } = found;
      if (end < size) await file.truncate(end);
      if (isNew) await fs.syncFolder(dirname(path));
      return {
        append: (values) =>
          inWords(async () => {
            const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
            const bytes = new TextEncoder().encode(`${separator}${text}`);
            try {
              await writeAt(file, bytes, end);
              await file.sync();
            } catch (error) {
              // Half a line would be dropped at the next reading as well; this only tidies up.
              await file.truncate(end).catch(() => undefined);
              throw error;
            }
            end += bytes.length;
            separator = '';
          }),
        close: () => inWords(() => file.close()),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

/** Where the file's good part ends, and what must be written before the next line. */
async function findEnd(file: OpenFile, size: number): Promise<{ keep: number; separator: '' | '\n' }> {
  const tail = await readTail(file, size);
  const lineFeed = tail.lastIndexOf(LINE_FEED);
  const rest = tail.subarray(lineFeed + 1);
  if (rest.length === 0) return { keep: size, separator: '' };
  if (isWholeJson(rest)) return { keep: size, separator: '\n' };
  return { keep: size - rest.length, separator: '' };
}

async function writeAt(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

// Enough for most lines; the tail grows until it holds the last line feed.
const FIRST_TAIL_BYTES = 64 * 1024;

async function readTail(file: OpenFile, size: number): Promise<Uint8Array> {
  for (let wanted = FIRST_TAIL_BYTES; ; wanted *= 4) {
    const length = Math.min(wanted, size);
    const tail = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await file.read(tail, filled, length - filled, size - length + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (length === size || tail.includes(LINE_FEED)) return tail;
  }
}

function isWholeJson(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
