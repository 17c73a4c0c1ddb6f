import type { Pacer } from '../pacer.ts';
import { MAX_COLUMNS } from './import-limits.ts';
import { refuseFile } from './refuse-file.ts';
import type { SourceField, SourceItem, SourceItems } from './source-row.ts';
import { createTableTokeniser, type TableRecord } from './tokenise-table.ts';

export interface ReadTableOptions {
  name: string;
  separator: string;
  /** Lines before the header that are no data. */
  skipLines: number;
  pace: Pacer;
}

/**
 * The rows of a delimited text; its first record is the header. All cells are strings. A row with another number of
 * cells than the header is a fault, an empty one is counted and skipped.
 * @throws Fault INVALID_REQUEST for a header that cannot be used
 */
export async function* readTable(pieces: Iterable<string>, options: ReadTableOptions): SourceItems {
  const { name, separator, skipLines, pace } = options;
  const tokeniser = createTableTokeniser(separator);
  let header: string[] | null = null;
  let skipped = 0;
  for (const { piece, isLast } of largeEnough(pieces, () => tokeniser.waiting)) {
    const items: SourceItem[] = [];
    for (const record of tokeniser.push(piece, isLast)) {
      if (skipped < skipLines) skipped += 1;
      else if (header === null) header = isEmpty(record) ? null : readHeader(record, name);
      else readRow(record, header, items);
    }
    if (items.length > 0) yield items;
    await pace();
  }
  if (header === null) throw refuseFile(name, 'it is empty.', 'Choose a file with a header line and rows.');
}

/** Joins pieces until they are as long as what waits, so that a long record is scanned a few times and not often. */
function* largeEnough(pieces: Iterable<string>, waiting: () => number): Generator<{ piece: string; isLast: boolean }> {
  let held = '';
  for (const piece of pieces) {
    held += piece;
    if (held.length < waiting()) continue;
    yield { piece: held, isLast: false };
    held = '';
  }
  yield { piece: held, isLast: true };
}

function isEmpty({ cells, fault }: TableRecord): boolean {
  return fault === null && cells.every((cell) => cell.trim() === '');
}

function readHeader(record: TableRecord, name: string): string[] {
  if (record.fault !== null) {
    const { line, column, message } = record.fault;
    throw refuseFile(`${name}, line ${line}, column ${column}`, message, 'Correct the header there.');
  }
  return nameColumns(record.cells, `${name}, line ${record.line}`);
}

/**
 * The names of the columns: without white space around them; a column without one is called by its number.
 * @throws Fault INVALID_REQUEST when two have the same name, or there are too many
 */
export function nameColumns(cells: readonly string[], place: string): string[] {
  if (cells.length > MAX_COLUMNS) {
    throw refuseFile(
      place,
      `there are ${cells.length} columns, and at most ${MAX_COLUMNS} are read.`,
      'Leave some out.',
    );
  }
  const names = cells.map((cell, index) => cell.trim() || `column ${index + 1}`);
  const first = new Map<string, number>();
  for (const [index, column] of names.entries()) {
    const earlier = first.get(column);
    if (earlier !== undefined) {
      throw refuseFile(
        place,
        `columns ${earlier + 1} and ${index + 1} are both called “${column}”, and only one of them could be used.`,
        'Rename or remove one of them.',
      );
    }
    first.set(column, index);
  }
  return names;
}

function readRow(record: TableRecord, header: readonly string[], items: SourceItem[]): void {
  if (record.fault !== null) {
    items.push({ kind: 'fault', fault: record.fault });
    return;
  }
  if (isEmpty(record)) {
    items.push({ kind: 'blank', line: record.line });
    return;
  }
  if (record.cells.length !== header.length) {
    const message = `This row has ${record.cells.length} cells, and the header has ${header.length}.`;
    items.push({ kind: 'fault', fault: { line: record.line, column: null, message } });
    return;
  }
  if (record.bareQuote) items.push({ kind: 'remark', line: record.line, code: 'bare-quote' });
  const fields: SourceField[] = [];
  for (const [index, name] of header.entries()) {
    fields.push({ name, value: { kind: 'string', value: record.cells[index] ?? '' } });
  }
  items.push({ kind: 'row', row: { line: record.line, fields } });
}
