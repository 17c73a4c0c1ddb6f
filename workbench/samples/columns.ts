import type { JsonNode } from '../../adapter/json/json-node.ts';
import { writeJson } from '../../adapter/json/write-json.ts';
import { columnsOf } from './formats/guess-columns.ts';
import { fieldOf, type SourceRow } from './reading/source-row.ts';

/** A column as the mapping step shows it. */
export interface ColumnPreview {
  name: string;
  /** The first different values, cut to EXAMPLE_LENGTH characters. */
  examples: string[];
  /** Among the rows that were looked at. */
  distinct: number;
  filled: number;
  empty: number;
}

const EXAMPLES = 5;
const EXAMPLE_LENGTH = 200;

/** Each column of some rows with examples, in the order of the file. */
export function previewColumns(rows: readonly SourceRow[]): ColumnPreview[] {
  return columnsOf(rows).map((name) => {
    const values = rows.map((row) => showValue(fieldOf(row, name)));
    const different = new Set(values.filter((value) => value !== ''));
    return {
      name,
      examples: [...different].slice(0, EXAMPLES).map(cut),
      distinct: different.size,
      filled: values.filter((value) => value !== '').length,
      empty: values.filter((value) => value === '').length,
    };
  });
}

function showValue(node: JsonNode | undefined): string {
  if (node === undefined || node.kind === 'null') return '';
  return node.kind === 'string' ? node.value : writeJson(node);
}

function cut(text: string): string {
  return text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH)}…` : text;
}
