import type { Pacer } from '../pacer.ts';
import { MAX_COLUMNS } from './import-limits.ts';
import type { SheetName } from './read-xlsx.ts';
import { createSheetRows, EMPTY_CELL, type SheetCell } from './sheet-rows.ts';
import type { SourceItem, SourceItems } from './source-row.ts';
import { stepXml, walkXml } from './walk-xml.ts';
import { type ZipArchive, ZipError } from './zip-archive.ts';

const CONTENT = 'content.xml';

/** The sheets of an OpenDocument spreadsheet (ISO 26300), in their order. @throws ZipError, XmlError */
export async function listOdsSheets(zip: ZipArchive, pace: Pacer): Promise<SheetName[]> {
  const sheets: SheetName[] = [];
  let depth = 0;
  await walkXml(
    zip.read(CONTENT),
    {
      open(name, attributes) {
        if (name !== 'table') return;
        // A table inside a cell is no sheet.
        if (depth === 0) sheets.push({ name: attributes['table:name'] ?? '', hidden: false });
        depth += 1;
      },
      close(name) {
        if (name === 'table') depth -= 1;
      },
    },
    pace,
  );
  return sheets;
}

/**
 * The rows of one sheet. Cells have the values that are stored; formulas are never evaluated. Dates and times read as
 * the sheet shows them, other numbers with all their digits.
 * @param sheet its name; the first one when null
 * @throws ZipError, XmlError; Fault INVALID_REQUEST for a header that cannot be used
 */
export async function* readOds(zip: ZipArchive, file: string, sheet: string | null, pace: Pacer): SourceItems {
  const waiting: SourceItem[][] = [];
  let rows: ReturnType<typeof createSheetRows> | null = null;
  let found = false;
  let depth = 0;
  let rowNumber = 0;
  let rowRepeats = 1;
  let cells: (SheetCell | undefined)[] = [];
  let cell: { repeats: number; attributes: Record<string, string>; text: string; paragraphs: number } | null = null;
  let skipping = 0;

  const listener = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'table') {
        depth += 1;
        const title = attributes['table:name'] ?? '';
        if (depth === 1 && !found && (sheet === null || sheet === title)) {
          found = true;
          rows = createSheetRows(`${file}, sheet ${title}`);
        }
        return;
      }
      if (rows === null || depth !== 1) return;
      if (name === 'table-row') {
        rowNumber += 1;
        rowRepeats = repeats(attributes['table:number-rows-repeated']);
        cells = [];
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = { repeats: repeats(attributes['table:number-columns-repeated']), attributes, text: '', paragraphs: 0 };
      } else if (name === 'annotation') skipping += 1;
      else if (cell !== null && skipping === 0) {
        if (name === 'p') {
          if (cell.paragraphs > 0) cell.text += '\n';
          cell.paragraphs += 1;
        } else if (name === 's') cell.text += ' '.repeat(Math.min(repeats(attributes['text:c']), 1000));
        else if (name === 'tab') cell.text += '\t';
        else if (name === 'line-break') cell.text += '\n';
      }
    },
    text(text: string) {
      if (cell !== null && cell.paragraphs > 0 && skipping === 0) cell.text += text;
    },
    close(name: string) {
      if (name === 'table') {
        depth -= 1;
        if (depth === 0) rows = null;
        return;
      }
      if (rows === null || depth !== 1) return;
      if (name === 'annotation') skipping -= 1;
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cell !== null) {
        const value = readCell(cell.attributes, cell.text);
        // Sheets end with a cell that is repeated to the last possible column: only what holds something is repeated.
        const times = value === EMPTY_CELL ? Math.min(cell.repeats, MAX_COLUMNS) : cell.repeats;
        for (let count = 0; count < times && cells.length <= MAX_COLUMNS; count += 1) cells.push(value);
        cell = null;
      } else if (name === 'table-row') {
        // Likewise the last row; equal rows that hold something are real ones.
        const isEmpty = cells.every((one) => one === EMPTY_CELL);
        const times = isEmpty ? 1 : Math.min(rowRepeats, MAX_ROW_REPEATS);
        for (let count = 0; count < times; count += 1) waiting.push(rows.read(cells, rowNumber + count));
        rowNumber += rowRepeats - 1;
      }
    },
  };
  // Blank rows wait until one follows that is none: the empty rest of a sheet is no part of the table.
  let blanks: SourceItem[] = [];
  let hasHeader = false;
  const take = (): SourceItem[] => {
    const items: SourceItem[] = [];
    for (const item of waiting.splice(0).flat()) {
      hasHeader = true;
      if (item.kind === 'blank') blanks.push(item);
      else {
        items.push(...blanks, item);
        blanks = [];
      }
    }
    return items;
  };
  for await (const _ of stepXml(zip.read(CONTENT), listener, pace)) {
    const items = take();
    if (items.length > 0) yield items;
  }
  const items = take();
  if (items.length > 0) yield items;
  if (!found) throw new ZipError(sheet === null ? 'it has no sheet' : `it has no sheet “${sheet}”`);
  if (!hasHeader) throw new ZipError('its sheet has no rows below a header');
}

/** A row that stands for many equal ones: more than this is a mistake, and its samples would be duplicates anyway. */
const MAX_ROW_REPEATS = 10_000;

function repeats(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function readCell(attributes: Record<string, string>, text: string): SheetCell {
  const type = attributes['office:value-type'];
  const hasFormula = attributes['table:formula'] !== undefined;
  if (type === 'float' || type === 'percentage' || type === 'currency') {
    const value = attributes['office:value'] ?? '';
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) return { fault: `holds no number (${text.slice(0, 40)}).` };
    const isJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(value);
    return { value: { kind: 'number', text: isJson ? value : String(number) } };
  }
  if (type === 'boolean') return { value: { kind: 'boolean', value: attributes['office:boolean-value'] === 'true' } };
  if (hasFormula && /^(#|Err:)/.test(text)) return { fault: `holds the error ${text.slice(0, 40)}.` };
  if (hasFormula && type === undefined && text === '') {
    return { fault: 'holds a formula without a stored value; open the file in a spreadsheet program and save it.' };
  }
  const shown = text !== '' ? text : (attributes['office:date-value'] ?? attributes['office:string-value'] ?? '');
  return shown === '' ? EMPTY_CELL : { value: { kind: 'string', value: shown } };
}
