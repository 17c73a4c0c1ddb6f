import { Damaged, type FileCursor } from './file-cursor.ts';

/** An array that nobody asks for: its length alone. */
export interface SkippedArray {
  skipped: number;
}

/** A value of the header; 64-bit integers beyond 2^53 as bigint. */
type MetadataValue = string | number | bigint | boolean | string[] | number[] | SkippedArray;
export type Metadata = Map<string, MetadataValue>;

// Limits far above any real file (some 60 keys; the largest vocabulary has 262,144 tokens).
const MAX_KEYS = 20_000;
const MAX_KEY_BYTES = 65_535;
const MAX_STRING_BYTES = 4 * 1024 * 1024;
const MAX_TOKENS = 2_000_000;
/** Arrays up to this length are kept whatever they are: one number for each layer, a list of names. */
const MAX_SMALL_ARRAY = 4096;

const LARGE_ARRAYS = new Set(['tokenizer.ggml.tokens', 'tokenizer.ggml.token_type']);

const STRING = 8;
const ARRAY = 9;

type Scalar = { bytes: number; read: (buffer: Buffer) => number | bigint | boolean };

const scalars: ReadonlyMap<number, Scalar> = new Map<number, Scalar>([
  [0, { bytes: 1, read: (buffer) => buffer.readUInt8() }],
  [1, { bytes: 1, read: (buffer) => buffer.readInt8() }],
  [2, { bytes: 2, read: (buffer) => buffer.readUInt16LE() }],
  [3, { bytes: 2, read: (buffer) => buffer.readInt16LE() }],
  [4, { bytes: 4, read: (buffer) => buffer.readUInt32LE() }],
  [5, { bytes: 4, read: (buffer) => buffer.readInt32LE() }],
  [6, { bytes: 4, read: (buffer) => buffer.readFloatLE() }],
  [7, { bytes: 1, read: (buffer) => buffer.readUInt8() !== 0 }],
  [10, { bytes: 8, read: (buffer) => narrow(buffer.readBigUInt64LE()) }],
  [11, { bytes: 8, read: (buffer) => narrow(buffer.readBigInt64LE()) }],
  [12, { bytes: 8, read: (buffer) => buffer.readDoubleLE() }],
]);

/**
 * The key-value part of a GGUF header.
 * @throws Damaged
 */
export async function readMetadata(cursor: FileCursor, count: number, signal?: AbortSignal): Promise<Metadata> {
  if (count > MAX_KEYS) throw new Damaged(`It claims ${count} header fields; at most ${MAX_KEYS} are read.`);
  const metadata: Metadata = new Map();
  for (let index = 0; index < count; index++) {
    signal?.throwIfAborted();
    const key = await readString(cursor, MAX_KEY_BYTES, 'a field name');
    if (metadata.has(key)) throw new Damaged(`The header field ${show(key)} occurs twice.`);
    await cursor.need(4);
    const type = cursor.uint32();
    metadata.set(key, await readValue(cursor, key, type, signal));
  }
  return metadata;
}

/** A string with its length before it. */
export async function readString(cursor: FileCursor, maxBytes: number, what: string): Promise<string> {
  if (!cursor.has(8)) await cursor.need(8);
  const length = cursor.size64();
  if (length > maxBytes) throw new Damaged(`It claims ${what} of ${length} bytes; at most ${maxBytes} are read.`);
  if (!cursor.has(length)) await cursor.need(length);
  return cursor.take(length).toString('utf8');
}

async function readValue(
  cursor: FileCursor,
  key: string,
  type: number,
  signal: AbortSignal | undefined,
): Promise<MetadataValue> {
  if (type === STRING) return readString(cursor, MAX_STRING_BYTES, `a text in ${show(key)}`);
  if (type === ARRAY) return readArray(cursor, key, signal);
  const scalar = scalars.get(type);
  if (scalar === undefined) throw new Damaged(`The header field ${show(key)} has the unknown type ${type}.`);
  await cursor.need(scalar.bytes);
  return scalar.read(cursor.take(scalar.bytes));
}

async function readArray(cursor: FileCursor, key: string, signal: AbortSignal | undefined): Promise<MetadataValue> {
  await cursor.need(12);
  const type = cursor.uint32();
  const count = cursor.size64();
  if (LARGE_ARRAYS.has(key) && count > MAX_TOKENS) {
    throw new Damaged(`It claims ${count} tokens; at most ${MAX_TOKENS} are read.`);
  }
  const kept = count <= MAX_SMALL_ARRAY || LARGE_ARRAYS.has(key);
  if (type === STRING) {
    cursor.assertLeft(count * 8);
    return readStrings(cursor, key, count, kept, signal);
  }
  const scalar = scalars.get(type);
  // ggml writes no arrays of arrays and reads none.
  if (scalar === undefined) throw new Damaged(`The list ${show(key)} has items of the unknown type ${type}.`);
  cursor.assertLeft(count * scalar.bytes);
  if (!kept) {
    await cursor.skip(count * scalar.bytes);
    return { skipped: count };
  }
  const numbers: number[] = [];
  for (let index = 0; index < count; index++) {
    if (!cursor.has(scalar.bytes)) {
      signal?.throwIfAborted();
      await cursor.need(scalar.bytes);
    }
    numbers.push(Number(scalar.read(cursor.take(scalar.bytes))));
  }
  return numbers;
}

async function readStrings(
  cursor: FileCursor,
  key: string,
  count: number,
  kept: boolean,
  signal: AbortSignal | undefined,
): Promise<string[] | SkippedArray> {
  const strings: string[] = [];
  for (let index = 0; index < count; index++) {
    if (!cursor.has(8)) {
      signal?.throwIfAborted();
      await cursor.need(8);
    }
    const length = cursor.size64();
    if (length > MAX_STRING_BYTES) {
      throw new Damaged(
        `The list ${show(key)} claims a text of ${length} bytes; at most ${MAX_STRING_BYTES} are read.`,
      );
    }
    if (!cursor.has(length)) await cursor.need(length);
    const bytes = cursor.take(length);
    if (kept) strings.push(bytes.toString('utf8'));
  }
  return kept ? strings : { skipped: count };
}

function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A name out of a file, fit to be shown. */
function show(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
