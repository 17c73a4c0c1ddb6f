import type { Syntax } from '../formats/sample-format.ts';
import type { Pacer } from '../pacer.ts';
import { decodeText, detectEncoding, type EncodingGuess } from '../reading/decode-text.ts';
import { MAX_IMPORT_BYTES, MAX_JSON_DOCUMENT_BYTES, TEXT_PIECE_BYTES } from '../reading/import-limits.ts';
import { readJsonDocument } from '../reading/read-json-document.ts';
import { readJsonLines } from '../reading/read-json-lines.ts';
import { readMarkdownTable } from '../reading/read-markdown-table.ts';
import { listOdsSheets, readOds } from '../reading/read-ods.ts';
import { readParquet } from '../reading/read-parquet.ts';
import { readTable } from '../reading/read-table.ts';
import { listXlsxSheets, readXlsx } from '../reading/read-xlsx.ts';
import { readYaml } from '../reading/read-yaml.ts';
import { refuseFile } from '../reading/refuse-file.ts';
import { sniffSeparator } from '../reading/sniff-separator.ts';
import type { SourceField, SourceItem, SourceItems } from '../reading/source-row.ts';
import { XmlError } from '../reading/walk-xml.ts';
import { ZipError } from '../reading/zip-archive.ts';
import { type BinarySyntax, detectBinary, detectText } from './detect-syntax.ts';
import type { ImportChoices } from './import-choices.ts';
import type { FileDescription } from './import-report.ts';

/** A file, or what was pasted, as bytes. */
export interface ImportSource {
  name: string;
  bytes: Uint8Array;
}

export interface OpenedSource {
  file: FileDescription;
  /** Reads from the beginning; can be asked again. */
  items(): SourceItems;
  /** What a JSON document says around its list of rows, as far as it was read. */
  surroundings: SourceField[];
}

type ReadingChoices = Pick<ImportChoices, 'encoding' | 'separator' | 'sheet'>;

/**
 * Finds out how a file is built, and gives its records.
 * @throws Fault INVALID_REQUEST when it cannot be read at all; CANCELLED
 */
export async function openSource(source: ImportSource, choices: ReadingChoices, pace: Pacer): Promise<OpenedSource> {
  const { bytes, name } = source;
  if (bytes.length === 0) throw refuseFile(name, 'it is empty.', 'Choose a file with rows.');
  if (bytes.length > MAX_IMPORT_BYTES) {
    throw refuseFile(
      name,
      `it has ${bytes.length} bytes, and at most ${MAX_IMPORT_BYTES} are read.`,
      'Split the file.',
    );
  }
  const binary = detectBinary(bytes, name);
  return binary === null ? openText(source, choices, pace) : openBinary(source, binary, choices, pace);
}

async function openBinary(
  { name, bytes }: ImportSource,
  { syntax, why, zip }: BinarySyntax,
  choices: ReadingChoices,
  pace: Pacer,
): Promise<OpenedSource> {
  const file: FileDescription = describe(name, bytes, syntax, why);
  if (zip === null) return { file, surroundings: [], items: () => readParquet(bytes, name, pace) };
  const isExcel = syntax === 'xlsx';
  file.sheets = await inWords(name, () => (isExcel ? listXlsxSheets(zip, pace) : listOdsSheets(zip, pace)));
  file.sheet = choices.sheet ?? file.sheets.find(({ hidden }) => !hidden)?.name ?? null;
  const read = isExcel ? readXlsx : readOds;
  return { file, surroundings: [], items: () => itemsInWords(name, read(zip, name, file.sheet, pace)) };
}

async function openText({ name, bytes }: ImportSource, choices: ReadingChoices, pace: Pacer): Promise<OpenedSource> {
  const encoding = chooseEncoding(bytes, name, choices.encoding);
  const pieces = () => decodeText(bytes, encoding.encoding, encoding.mark, name);
  const head = pieces().next().value ?? '';
  const isWhole = bytes.length - encoding.mark <= TEXT_PIECE_BYTES;
  const { syntax, why } = detectText(head, isWhole, name);
  const file: FileDescription = { ...describe(name, bytes, syntax, why), encoding };
  switch (syntax) {
    case 'jsonl':
      return { file, surroundings: [], items: () => readJsonLines(pieces(), pace) };
    case 'json': {
      if (bytes.length > MAX_JSON_DOCUMENT_BYTES) {
        const why = `it has ${bytes.length} bytes, and a JSON document is read up to ${MAX_JSON_DOCUMENT_BYTES}.`;
        throw refuseFile(name, why, 'Save it as JSONL, one object a line.');
      }
      const text = await joinPieces(pieces(), pace);
      const surroundings: SourceField[] = [];
      const items = (): SourceItems => {
        surroundings.length = 0;
        return readJsonDocument(text, name, pace, (field) => surroundings.push(field));
      };
      return { file, items, surroundings };
    }
    case 'yaml': {
      const text = await joinPieces(pieces(), pace);
      return { file, surroundings: [], items: () => atOnce(readYaml(text, name)) };
    }
    case 'markdown': {
      const text = await joinPieces(pieces(), pace);
      return { file, surroundings: [], items: () => atOnce(readMarkdownTable(text, name)) };
    }
    default: {
      const guess = sniffSeparator(head, isWhole);
      const { separator } = choices;
      file.separator = separator === null ? guess : { ...guess, separator, why: 'it was chosen', rivals: [] };
      const options = { name, separator: file.separator.separator, skipLines: guess.skipLines, pace };
      return { file, surroundings: [], items: () => readTable(pieces(), options) };
    }
  }
}

function describe(name: string, bytes: Uint8Array, syntax: Syntax, why: string): FileDescription {
  return { name, bytes: bytes.length, syntax, why, encoding: null, separator: null, sheets: [], sheet: null };
}

function chooseEncoding(bytes: Uint8Array, name: string, chosen: ImportChoices['encoding']): EncodingGuess {
  if (chosen === null) return detectEncoding(bytes, name);
  // The mark of the chosen encoding is no text, whatever the guess was.
  const [first, second, third] = bytes;
  const marks: Record<typeof chosen, number> = {
    'utf-8': first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0,
    'utf-16le': first === 0xff && second === 0xfe ? 2 : 0,
    'utf-16be': first === 0xfe && second === 0xff ? 2 : 0,
    'windows-1252': 0,
  };
  return { encoding: chosen, mark: marks[chosen], why: 'it was chosen', certain: true };
}

async function joinPieces(pieces: Iterable<string>, pace: Pacer): Promise<string> {
  const all: string[] = [];
  for (const piece of pieces) {
    all.push(piece);
    await pace();
  }
  return all.join('');
}

async function* atOnce(items: SourceItem[]): SourceItems {
  yield items;
}

async function inWords<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ZipError || error instanceof XmlError)) throw error;
    throw refuseFile(name, `its file is damaged or unusual: ${error.message}.`, 'Save it again, or as CSV.', error);
  }
}

async function* itemsInWords(name: string, items: SourceItems): SourceItems {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await inWords(name, () => iterator.next());
    if (next.done) return;
    yield next.value;
  }
}
