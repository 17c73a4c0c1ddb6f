import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { hasLoneSurrogate } from '../../../adapter/json/lone-surrogate.ts';
import type { Pacer } from '../pacer.ts';
import { MAX_COLUMNS } from './import-limits.ts';
import { refuseFile } from './refuse-file.ts';
import type { SourceItem, SourceItems } from './source-row.ts';

// Rows that are decoded in one step. A page that is larger than this is decoded again for each step, so the reader's
// offset index is used where the file has one.
const ROWS_A_STEP = 5_000;

/**
 * The rows of a Parquet file; `line` is the record's number from 1. Dates and times become ISO 8601 text, 64-bit integers
 * keep every digit.
 * @throws Fault INVALID_REQUEST when the file is damaged or uses what is not known
 */
export async function* readParquet(bytes: Uint8Array, name: string, pace: Pacer): SourceItems {
  // A Node buffer's own slice is a view into a larger one; an array's is a copy of its own.
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = {
    byteLength: view.byteLength,
    slice: (start: number, end?: number): ArrayBuffer => Uint8Array.from(view.subarray(start, end)).buffer,
  };
  const metadata = await parse(name, () => parquetMetadataAsync(file));
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  if (columns.length > MAX_COLUMNS) {
    throw refuseFile(name, `it has ${columns.length} columns, and at most ${MAX_COLUMNS} are read.`, 'Leave some out.');
  }
  const total = Number(metadata.num_rows);
  for (const { start, end } of stepsOf(metadata)) {
    await pace();
    const rows = await parse(name, () =>
      parquetReadObjects({
        file,
        metadata,
        rowStart: start,
        rowEnd: Math.min(end, total),
        compressors,
        useOffsetIndex: true,
        parsers,
      }),
    );
    const items: SourceItem[] = [];
    for (const [index, row] of rows.entries()) {
      items.push(readRow(row, columns, start + index + 1));
      await pace();
    }
    yield items;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// The reader's own decoder drops a byte-order mark at the beginning of every cell and puts replacement characters where
// bytes are no text; its JSON columns lose digits, so they stay text.
const parsers = {
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
};

function stepsOf(metadata: FileMetaData): { start: number; end: number }[] {
  const steps: { start: number; end: number }[] = [];
  let first = 0;
  for (const group of metadata.row_groups) {
    const last = first + Number(group.num_rows);
    for (let start = first; start < last; start += ROWS_A_STEP) {
      steps.push({ start, end: Math.min(start + ROWS_A_STEP, last) });
    }
    first = last;
  }
  return steps;
}

async function parse<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw refuseFile(name, `it is no Parquet file that can be read (${why}).`, 'Write the file again.', cause);
  }
}

function readRow(row: Record<string, unknown>, columns: readonly string[], line: number): SourceItem {
  try {
    const fields = columns.map((name) => ({ name, value: toJson(row[name]) }));
    return { kind: 'row', row: { line, fields } };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'fault', fault: { line, column: null, message: error.message } };
  }
}

/** @throws RangeError for what JSON cannot carry */
function toJson(value: unknown): JsonNode {
  if (value === null || value === undefined) return { kind: 'null' };
  if (typeof value === 'string') {
    if (hasLoneSurrogate(value)) throw new RangeError('A text holds half of a surrogate pair.');
    return { kind: 'string', value };
  }
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'bigint') return { kind: 'number', text: String(value) };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('A number is NaN or infinite.');
    return { kind: 'number', text: Object.is(value, -0) ? '-0.0' : String(value) };
  }
  if (value instanceof Date) return { kind: 'string', value: value.toISOString() };
  if (value instanceof Uint8Array) throw new RangeError('A column holds bytes that are no text.');
  if (Array.isArray(value)) return { kind: 'array', items: value.map(toJson) };
  if (typeof value === 'object') {
    return { kind: 'object', members: Object.entries(value).map(([key, member]) => ({ key, value: toJson(member) })) };
  }
  throw new RangeError('A value is of a type that is not known.');
}
