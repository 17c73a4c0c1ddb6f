import { format, isDateFormat } from 'numfmt';
import type { Pacer } from '../pacer.ts';
import { MAX_COLUMNS } from './import-limits.ts';
import { columnIndex, createSheetRows, EMPTY_CELL, type SheetCell } from './sheet-rows.ts';
import type { SourceItem, SourceItems } from './source-row.ts';
import { stepXml, walkXml } from './walk-xml.ts';
import { type ZipArchive, ZipError } from './zip-archive.ts';

/** A sheet of a workbook. */
export interface SheetName {
  name: string;
  hidden: boolean;
}

interface Workbook {
  sheets: (SheetName & { part: string })[];
  /** Days are counted from 1904, as old Macintosh files do. */
  from1904: boolean;
}

const WORKBOOK = 'xl/workbook.xml';

/** The sheets of an Excel workbook (Office Open XML, ECMA-376), in their order. @throws ZipError, XmlError */
export async function listXlsxSheets(zip: ZipArchive, pace: Pacer): Promise<SheetName[]> {
  const { sheets } = await readWorkbook(zip, pace);
  return sheets.map(({ name, hidden }) => ({ name, hidden }));
}

async function readWorkbook(zip: ZipArchive, pace: Pacer): Promise<Workbook> {
  const targets = new Map<string, string>();
  await walkXml(
    zip.read('xl/_rels/workbook.xml.rels'),
    {
      open(name, { Id, Target }) {
        if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
      },
    },
    pace,
  );
  const book: Workbook = { sheets: [], from1904: false };
  await walkXml(
    zip.read(WORKBOOK),
    {
      open(name, attributes) {
        if (name === 'workbookPr') book.from1904 = isTrue(attributes.date1904);
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        const target = targets.get(id ?? '');
        if (target === undefined) return;
        const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
        const hidden = attributes.state !== undefined && attributes.state !== 'visible';
        book.sheets.push({ name: attributes.name ?? '', hidden, part });
      },
    },
    pace,
  );
  return book;
}

/**
 * The rows of one sheet: values as they were last computed and stored; formulas are never evaluated. Dates and times
 * read as the sheet shows them, other numbers with all their digits.
 * @param sheet its name; the first visible one when null
 * @throws ZipError, XmlError; Fault INVALID_REQUEST for a header that cannot be used
 */
export async function* readXlsx(zip: ZipArchive, file: string, sheet: string | null, pace: Pacer): SourceItems {
  const book = await readWorkbook(zip, pace);
  const chosen = book.sheets.find(({ name, hidden }) => (sheet === null ? !hidden : name === sheet));
  if (chosen === undefined) throw new ZipError(sheet === null ? 'it has no sheet' : `it has no sheet “${sheet}”`);
  const strings = await readSharedStrings(zip, pace);
  const formats = await readFormats(zip, pace);
  const rows = createSheetRows(`${file}, sheet ${chosen.name}`);

  const waiting: SourceItem[][] = [];
  let cells: (SheetCell | undefined)[] = [];
  let rowNumber = 0;
  let cell = { index: 0, type: '', style: 0, value: '', hasValue: false, hasFormula: false };
  let inText = false;
  const listener = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        rowNumber = attributes.r === undefined ? rowNumber + 1 : Number(attributes.r);
        cells = [];
        cell.index = -1;
      } else if (name === 'c') {
        const index = columnIndex(attributes.r ?? '') ?? cell.index + 1;
        const style = Number(attributes.s ?? 0);
        cell = { index, type: attributes.t ?? 'n', style, value: '', hasValue: false, hasFormula: false };
      } else if (name === 'v' || name === 't') {
        inText = true;
        cell.hasValue = true;
      } else if (name === 'f') cell.hasFormula = true;
      // Phonetic guides repeat the text in another script.
      else if (name === 'rPh') inText = false;
    },
    text(text: string) {
      if (inText) cell.value += text;
    },
    close(name: string) {
      if (name === 'v' || name === 't') inText = false;
      else if (name === 'c') {
        if (cell.index >= MAX_COLUMNS) return;
        cells[cell.index] = readCell(cell, strings, formats[cell.style] ?? 'General', book.from1904);
      } else if (name === 'row') waiting.push(rows.read(cells, rowNumber));
    },
  };
  for await (const _ of stepXml(zip.read(chosen.part), listener, pace)) {
    const items = waiting.splice(0).flat();
    if (items.length > 0) yield items;
  }
  const items = waiting.splice(0).flat();
  if (items.length > 0) yield items;
  if (!rows.hasHeader()) throw new ZipError(`its sheet “${chosen.name}” is empty`);
}

interface RawCell {
  type: string;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/** ST_CellType of ECMA-376: s shared string, str result of a formula, inlineStr, b boolean, e error, d date, n number. */
function readCell(cell: RawCell, strings: readonly string[], pattern: string, from1904: boolean): SheetCell {
  // A formula that gives a text may give an empty one; one that gives a number never does.
  const isComputed = cell.hasValue && (cell.value !== '' || cell.type === 'str');
  if (!isComputed) {
    if (!cell.hasFormula) return EMPTY_CELL;
    return { fault: 'holds a formula without a stored value; open the file in a spreadsheet program and save it.' };
  }
  switch (cell.type) {
    case 's': {
      const text = strings[Number(cell.value)];
      return text === undefined ? { fault: 'refers to a text that is missing.' } : textCell(text);
    }
    case 'b':
      return { value: { kind: 'boolean', value: cell.value === '1' } };
    case 'e':
      return { fault: `holds the error ${cell.value}.` };
    case 'n':
      return numberCell(cell.value, pattern, from1904);
    default:
      return textCell(cell.value);
  }
}

function textCell(value: string): SheetCell {
  return { value: { kind: 'string', value } };
}

// Days between the two starting points of the calendars.
const DAYS_1904 = 1462;

function numberCell(text: string, pattern: string, from1904: boolean): SheetCell {
  const number = Number(text);
  if (!Number.isFinite(number)) return { fault: `holds no number (${text.slice(0, 40)}).` };
  if (isDateFormat(pattern)) return textCell(format(pattern, from1904 ? number + DAYS_1904 : number));
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text);
  return { value: { kind: 'number', text: isJson ? text : String(number) } };
}

async function readSharedStrings(zip: ZipArchive, pace: Pacer): Promise<string[]> {
  const strings: string[] = [];
  if (!zip.names.includes('xl/sharedStrings.xml')) return strings;
  let text = '';
  let inText = false;
  await walkXml(
    zip.read('xl/sharedStrings.xml'),
    {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 't') inText = true;
        else if (name === 'rPh') text += '\u0000';
      },
      text(piece) {
        if (inText) text += piece;
      },
      close(name) {
        if (name === 't') inText = false;
        // What stands between the marks is a phonetic guide, which repeats the text in another script.
        else if (name === 'rPh') text = text.slice(0, text.lastIndexOf('\u0000'));
        else if (name === 'si') strings.push(text);
      },
    },
    pace,
  );
  return strings;
}

// The number formats that need not be declared (ECMA-376 part 1, 18.8.30), as far as they are dates or times.
const BUILT_IN_FORMATS: Record<number, string> = {
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
};

/** The number format of each cell style. */
async function readFormats(zip: ZipArchive, pace: Pacer): Promise<string[]> {
  const styles: string[] = [];
  if (!zip.names.includes('xl/styles.xml')) return styles;
  const declared = new Map<number, string>();
  let inCellStyles = false;
  await walkXml(
    zip.read('xl/styles.xml'),
    {
      open(name, attributes) {
        if (name === 'numFmt') declared.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General');
        else if (name === 'cellXfs') inCellStyles = true;
        else if (name === 'xf' && inCellStyles) {
          const id = Number(attributes.numFmtId ?? 0);
          styles.push(declared.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General');
        }
      },
      close(name) {
        if (name === 'cellXfs') inCellStyles = false;
      },
    },
    pace,
  );
  return styles;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
