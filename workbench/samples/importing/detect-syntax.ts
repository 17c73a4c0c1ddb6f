import type { Syntax } from '../formats/sample-format.ts';
import { isMarkdownTable } from '../reading/read-markdown-table.ts';
import { refuseFile } from '../reading/refuse-file.ts';
import { openZip, type ZipArchive, ZipError } from '../reading/zip-archive.ts';

export interface BinarySyntax {
  syntax: 'parquet' | 'xlsx' | 'ods';
  why: string;
  zip: ZipArchive | null;
}

/**
 * What a file is by its first bytes, whatever its name says; null when it is to be read as text.
 * @throws Fault INVALID_REQUEST for files that are known and not read, with what to do instead
 */
export function detectBinary(bytes: Uint8Array, name: string): BinarySyntax | null {
  const magic = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (magic.startsWith('PAR1')) return { syntax: 'parquet', why: 'its first bytes are those of Parquet', zip: null };
  if (magic.startsWith('PK\x03\x04') || magic.startsWith('PK\x05\x06')) return detectZip(bytes, name);
  for (const [start, what, next] of KNOWN_OTHERS) {
    if (magic.startsWith(start)) throw refuseFile(name, `it is ${what}.`, next);
  }
  return null;
}

const KNOWN_OTHERS: readonly (readonly [string, string, string])[] = [
  [
    '\xd0\xcf\x11\xe0',
    'an Excel file of the old kind (.xls), or one that is protected with a password',
    'Save it as .xlsx without a password, or as CSV.',
  ],
  ['\x1f\x8b', 'packed with gzip', 'Unpack it first.'],
  ['%PDF', 'a PDF', 'Copy the table out of it and paste it.'],
  ['GGUF', 'a model', 'Add it under Models.'],
  ['SQLite ', 'a database', 'Export the table as CSV.'],
  ['ARROW1', 'an Arrow file', 'Save it as Parquet or CSV.'],
];

function detectZip(bytes: Uint8Array, name: string): BinarySyntax {
  let zip: ZipArchive;
  try {
    zip = openZip(bytes);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw refuseFile(name, `it is a damaged office or zip file: ${error.message}.`, 'Save it again.', error);
  }
  if (zip.names.includes('xl/workbook.xml')) return { syntax: 'xlsx', why: 'it is an Excel workbook', zip };
  if (zip.names.includes('content.xml')) return { syntax: 'ods', why: 'it is an OpenDocument spreadsheet', zip };
  throw refuseFile(name, 'it is a zip file and no spreadsheet.', 'Unpack it, and choose the file inside.');
}

export interface TextSyntax {
  syntax: 'table' | 'markdown' | 'json' | 'jsonl' | 'yaml';
  why: string;
}

/**
 * What a text is. Its content decides; the ending of its name only where the content leaves it open, and a name that
 * says something else is mentioned.
 * @param head the beginning of the text
 * @param isWhole whether that is all of it
 */
export function detectText(head: string, isWhole: boolean, name: string): TextSyntax {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const found = judge(head, isWhole, ending);
  const expected = ENDINGS[ending];
  const differs = expected !== undefined && !expected.includes(found.syntax);
  return differs ? { ...found, why: `${found.why}, though its name ends with .${ending}` } : found;
}

const ENDINGS: Record<string, readonly Syntax[]> = {
  csv: ['table'],
  tsv: ['table'],
  json: ['json', 'jsonl'],
  jsonl: ['jsonl'],
  ndjson: ['jsonl'],
  jevl: ['jsonl'],
  yaml: ['yaml'],
  yml: ['yaml'],
  md: ['markdown'],
  parquet: ['parquet'],
  xlsx: ['xlsx'],
  ods: ['ods'],
};

function judge(head: string, isWhole: boolean, ending: string): TextSyntax {
  const text = head.trimStart();
  if (isMarkdownTable(head)) return { syntax: 'markdown', why: 'a table with bars and a line of dashes' };
  if (text.startsWith('[')) {
    // A cell may begin with a bracket as well: a list of objects, or nothing but a list, is JSON.
    if (/^\[\s*[{\]]/u.test(text) || ending === 'json') return { syntax: 'json', why: 'it begins with a list' };
  }
  if (text.startsWith('{')) {
    const firstLine = text.slice(0, text.search(/\r?\n|$/u));
    const isLonger = firstLine.length < text.trimEnd().length || !isWhole;
    if (ending === 'jsonl' || ending === 'ndjson' || ending === 'jevl') {
      return { syntax: 'jsonl', why: 'it begins with an object, and its name says that each line is one' };
    }
    if (isObject(firstLine) && (isLonger || ending !== 'json')) {
      return { syntax: 'jsonl', why: 'its first line is an object of its own' };
    }
    return { syntax: 'json', why: 'it begins with an object' };
  }
  if (ending === 'yaml' || ending === 'yml') return { syntax: 'yaml', why: 'its name ends so' };
  if (/^(#[^\n]*\n|\s)*(- (vars|description|assert):|tests:\s*\n)/u.test(head)) {
    return { syntax: 'yaml', why: 'it begins with a list of tests' };
  }
  return { syntax: 'table', why: 'it is text with a header line' };
}

function isObject(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
