import { type FileHandle, open } from 'node:fs/promises';
import { explainFileError } from '../../../adapter/gguf/explain-file-error.ts';
import { Damaged, FileCursor } from '../../../adapter/gguf/file-cursor.ts';
import { readString } from '../../../adapter/gguf/read-metadata.ts';
import { tensorTypes } from '../../../adapter/gguf/tensor-types.ts';

/** A tensor where it lies in its file. */
export interface TensorPlace {
  name: string;
  /** Fastest-running dimension first. */
  shape: readonly number[];
  type: string;
  elements: number;
  /** Offset of its first byte in the file. */
  start: number;
  bytes: number;
}

/** A GGUF file as it is copied: header fields as they stand, and where the tensors lie. */
export interface GgufLayout {
  /** Key, type and value of each field as bytes, in the file's order. */
  fields: { key: string; bytes: Uint8Array }[];
  tensors: TensorPlace[];
}

/** Headers that are copied lie in memory as a whole; the starter's has 1.8 MB. */
const MAX_HEADER_BYTES = 128 * 1024 * 1024;
/** Of GGUF files that name no other; files that do are not copied. */
export const ALIGNMENT = 32;
const STRING = 8;
const ARRAY = 9;
const SCALAR_BYTES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
]);

/**
 * Reads where everything lies in a GGUF file of version 3. Expects a file that `readHeader` accepted, which checks more.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE
 */
export async function readLayout(path: string): Promise<GgufLayout> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const { size } = await file.stat();
    return await walk(file, new FileCursor(file, size, MAX_HEADER_BYTES));
  } catch (error) {
    throw explainFileError(path, error);
  } finally {
    await file?.close();
  }
}

async function walk(file: FileHandle, cursor: FileCursor): Promise<GgufLayout> {
  await cursor.need(24);
  const magic = cursor.take(4).toString('latin1');
  const version = cursor.uint32();
  if (magic !== 'GGUF' || version !== 3) throw new Damaged('It is no GGUF file of version 3.');
  const [tensorCount, fieldCount] = [cursor.size64(), cursor.size64()];
  const spans: { key: string; start: number; end: number }[] = [];
  for (let index = 0; index < fieldCount; index++) {
    const start = cursor.position;
    const key = await readString(cursor, 65_535, 'a field name');
    if (key === 'general.alignment') throw new Damaged('It has an alignment of its own, which is not copied.');
    await cursor.need(4);
    await skipValue(cursor, cursor.uint32());
    spans.push({ key, start, end: cursor.position });
  }
  const found: (Omit<TensorPlace, 'start'> & { offset: number })[] = [];
  for (let index = 0; index < tensorCount; index++) found.push(await readTensor(cursor));
  const dataStart = aligned(cursor.position);
  const header = Buffer.alloc(spans.at(-1)?.end ?? 0);
  const { bytesRead } = await file.read(header, 0, header.length, 0);
  if (bytesRead < header.length) throw new Damaged('The file became shorter while it was read.');
  return {
    fields: spans.map(({ key, start, end }) => ({ key, bytes: header.subarray(start, end) })),
    tensors: found.map(({ offset, ...tensor }) => ({ ...tensor, start: dataStart + offset })),
  };
}

async function skipValue(cursor: FileCursor, type: number): Promise<void> {
  if (type === STRING) return skipText(cursor);
  if (type !== ARRAY) return cursor.skip(bytesOfScalar(type));
  await cursor.need(12);
  const itemType = cursor.uint32();
  const count = cursor.size64();
  if (itemType !== STRING) return cursor.skip(count * bytesOfScalar(itemType));
  for (let index = 0; index < count; index++) await skipText(cursor);
}

async function skipText(cursor: FileCursor): Promise<void> {
  if (!cursor.has(8)) await cursor.need(8);
  const bytes = cursor.size64();
  await cursor.skip(bytes);
}

function bytesOfScalar(type: number): number {
  const bytes = SCALAR_BYTES.get(type);
  if (bytes === undefined) throw new Damaged(`A header field has the unknown type ${type}.`);
  return bytes;
}

async function readTensor(cursor: FileCursor): Promise<Omit<TensorPlace, 'start'> & { offset: number }> {
  const name = await readString(cursor, 1024, 'a tensor name');
  await cursor.need(4);
  const dimensions = cursor.uint32();
  if (dimensions > 4) throw new Damaged(`It claims a tensor of ${dimensions} dimensions.`);
  await cursor.need(dimensions * 8 + 12);
  const shape = Array.from({ length: dimensions }, () => cursor.size64());
  const code = cursor.uint32();
  const offset = cursor.size64();
  const type = tensorTypes.get(code);
  if (type === undefined) throw new Damaged(`Its tensor ${name} has the unknown type ${code}.`);
  const elements = shape.reduce((product, length) => product * length, 1);
  return { name, shape, type: type.name, elements, bytes: (elements / type.elements) * type.bytes, offset };
}

/** The next place at or after `position` where a tensor may begin. */
export function aligned(position: number): number {
  return Math.ceil(position / ALIGNMENT) * ALIGNMENT;
}
