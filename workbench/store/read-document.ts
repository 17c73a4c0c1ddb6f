import type { z } from 'zod';
import { Fault, type FieldFault } from '../../adapter/fault.ts';
import { writePath } from '../../adapter/json/json-path.ts';
import { errorCode, type FileSystem } from './file-system.ts';
import { ioFault } from './io-fault.ts';

/**
 * Reads a JSON document of the workspace.
 * @returns null when there is no file
 * @throws Fault FILE_DAMAGED (names the file, and the field or the place), IO_FAILED
 */
export async function readDocument<T>(fs: FileSystem, path: string, schema: z.ZodType<T>): Promise<T | null> {
  const bytes = await readBytes(fs, path);
  return bytes === null ? null : parseStored(decodeStored(bytes, path), schema, path);
}

/** The bytes of a file; null when there is none. */
export async function readBytes(fs: FileSystem, path: string): Promise<Uint8Array | null> {
  try {
    return await fs.readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw ioFault('Reading', path, error);
  }
}

export function decodeStored(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw damaged(path, 'its bytes are not valid UTF-8', [], cause);
  }
}

/** @param place the file, with its line where it has several: `…/history.jsonl, line 3` */
export function parseStored<T>(text: string, schema: z.ZodType<T>, place: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damaged(place, `it is no JSON (${cause instanceof Error ? cause.message : 'syntax'})`, [], cause);
  }
  const format = readFormat(value);
  if (format !== null && format > STORE_FORMAT) {
    throw damaged(place, `it has format ${format}, and this version reads up to ${STORE_FORMAT}`, []);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = listIssues(parsed.error);
  const first = fields[0];
  throw damaged(
    place,
    first === undefined ? 'it breaks a rule' : `${first.path || 'the whole'}: ${first.message}`,
    fields,
  );
}

/** Version of every document's form; a higher one was written by a later version of the app. */
export const STORE_FORMAT = 1;

/** The `format` that a document claims; null when it claims none. */
export function readFormat(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('format' in value)) return null;
  return typeof value.format === 'number' ? value.format : null;
}

/** What a schema found, as fields at fault. */
export function listIssues(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}): FieldFault[] {
  return error.issues.map(({ path, message }) => ({
    path: writePath(path.map((step) => (typeof step === 'number' ? step : String(step)))),
    message,
  }));
}

export function damaged(place: string, why: string, fields: FieldFault[], cause?: unknown): Fault {
  return new Fault(
    'FILE_DAMAGED',
    `${place} cannot be read: ${why}.`,
    'The file is left as it is. Correct it or put a copy of it back, then start the app again.',
    { fields, cause },
  );
}
