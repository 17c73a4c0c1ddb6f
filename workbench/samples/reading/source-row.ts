import type { JsonNode } from '../../../adapter/json/json-node.ts';

export interface SourceField {
  name: string;
  value: JsonNode;
}

/** One record of a file, whatever the file was. */
export interface SourceRow {
  /** Line of a text, row of a sheet, number of a record in Parquet; counted from 1, the header included. */
  line: number;
  /** In the file's order; names are unique. */
  fields: SourceField[];
}

/** A place in the file that cannot be read or used, and why. */
export interface RowFault {
  line: number;
  /** Column of the line in characters, from 1; null when the whole row is meant. */
  column: number | null;
  message: string;
}

export type SourceItem =
  | { kind: 'row'; row: SourceRow }
  | { kind: 'fault'; fault: RowFault }
  /** An empty row, which is skipped and counted. */
  | { kind: 'blank'; line: number }
  /** Something that was read in a way a person should know of. */
  | { kind: 'remark'; line: number; code: RemarkCode };

/** `bare-quote`: a quote inside an unquoted cell was taken as a character. */
export type RemarkCode = 'bare-quote';

/** A file as it is read: pieces of a few hundred items, so that nobody waits for the whole. */
export type SourceItems = AsyncIterable<SourceItem[]>;

/** The field of that name; undefined when the row has none. */
export function fieldOf(row: SourceRow, name: string): JsonNode | undefined {
  return row.fields.find((field) => field.name === name)?.value;
}
