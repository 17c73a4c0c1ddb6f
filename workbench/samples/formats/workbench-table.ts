import { Fault } from '../../../adapter/fault.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import { stripFormulaGuard } from '../exporting/formula-guard.ts';
import { fieldOf, type SourceField, type SourceRow } from '../reading/source-row.ts';
import { refuseRow } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';
import { workbenchFormat } from './workbench.ts';

/** The columns of our own tables (CSV, TSV, Parquet), in their order. */
export const ownColumns = [
  'sample_format',
  'id',
  'evidence',
  'evidence_format',
  'label',
  'group',
  'note',
  'disputed',
  'suggestion',
  'decision',
  'tags',
] as const;
export type OwnColumn = (typeof ownColumns)[number];

/** Says that text cells are guarded against being taken for formulas. */
export const GUARDED_FORMAT = '1-guarded';
/** Says that they are not: Parquet has no formulas. */
export const PLAIN_FORMAT = '1';

/** Our own tables: a column says that they are ours, so that what was guarded for a spreadsheet is undone. */
export const workbenchTableFormat: SampleFormat = {
  name: 'workbench-table',
  title: 'Decision Workbench table',
  recognise: (rows) =>
    rows.every((row) => ownColumns.every((name) => fieldOf(row, name) !== undefined))
      ? 'it has the columns that this app writes'
      : null,
  propose: () => noColumns,
  read(row) {
    const version = plain(row, 'sample_format');
    if (version !== GUARDED_FORMAT && version !== PLAIN_FORMAT) {
      return refuseRow(
        row.line,
        `Its sample_format is “${version}”, and ${PLAIN_FORMAT} and ${GUARDED_FORMAT} are read.`,
      );
    }
    const text = (name: OwnColumn): string => {
      const cell = plain(row, name);
      return version === GUARDED_FORMAT ? stripFormulaGuard(cell) : cell;
    };
    try {
      const fields: SourceField[] = [];
      const add = (name: string, value: JsonNode): void => void fields.push({ name, value });
      const string = (value: string): JsonNode => ({ kind: 'string', value });
      for (const name of ['id', 'label', 'group', 'note'] as const)
        if (text(name) !== '') add(name, string(text(name)));
      const isJson = plain(row, 'evidence_format') === 'json';
      add('evidence', isJson ? parseJson(text('evidence')) : string(text('evidence')));
      const disputed = plain(row, 'disputed').toLowerCase();
      if (disputed === 'true') add('disputed', { kind: 'boolean', value: true });
      else if (disputed !== 'false' && disputed !== '') return refuseRow(row.line, `Its disputed is “${disputed}”.`);
      for (const name of ['suggestion', 'decision', 'tags'] as const) {
        if (text(name) !== '') add(name, parseJson(text(name)));
      }
      return workbenchFormat.read({ line: row.line, fields }, noColumns);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return refuseRow(row.line, `A cell that should hold JSON does not: ${error.fields[0]?.message ?? error.message}`);
    }
  },
};

function plain(row: SourceRow, name: OwnColumn): string {
  const node = fieldOf(row, name);
  if (node?.kind === 'string') return node.value;
  if (node?.kind === 'boolean') return String(node.value);
  return node?.kind === 'number' ? node.text : '';
}
