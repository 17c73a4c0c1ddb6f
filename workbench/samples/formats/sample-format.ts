import { z } from 'zod';
import type { SourceRow } from '../reading/source-row.ts';
import type { FormatResult } from './sample-draft.ts';

/** How the file is built. */
export const syntaxes = ['table', 'markdown', 'json', 'jsonl', 'yaml', 'parquet', 'xlsx', 'ods'] as const;
export type Syntax = (typeof syntaxes)[number];

/** What its rows mean. */
export const formatNames = [
  'workbench',
  'workbench-table',
  'jevl',
  'jevbench-task',
  'typed-gguf',
  'callo',
  'jev-eval',
  'label-studio',
  'label-studio-min',
  'argilla',
  'argilla-flat',
  'openai-evals',
  'promptfoo',
  'choices',
  'decision-request',
  'table',
] as const;
export type FormatName = (typeof formatNames)[number];

/** Which columns (fields of a row, or of its data) mean what. Formats that know it themselves leave it empty. */
export const columnMappingSchema = z.strictObject({
  /** One column: its value is the evidence. Several: an object of them, under these names, in this order. */
  evidence: z.array(z.strictObject({ column: z.string(), name: z.string() })),
  /** Texts of the evidence column hold JSON. */
  evidence_json: z.boolean(),
  label: z.string().nullable(),
  id: z.string().nullable(),
  group: z.string().nullable(),
  note: z.string().nullable(),
  /** Says with yes, true, x or 1 that people do not agree on the label. */
  disputed: z.string().nullable().default(null),
  suggestion: z.string().nullable(),
  /** The question's text, when each row has its own. */
  question: z.string().nullable(),
  /** One column that holds a list of options, or several that hold one option each; empty: rows bring none. */
  options: z.array(z.string()),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

export const noColumns: ColumnMapping = {
  evidence: [],
  evidence_json: false,
  label: null,
  id: null,
  group: null,
  note: null,
  disputed: null,
  suggestion: null,
  question: null,
  options: [],
};

/** What a label file's rows mean; one file an implementation. Pure: rows in, drafts out. */
export interface SampleFormat {
  name: FormatName;
  /** As a person calls it. */
  title: string;
  /** Why the rows are of this format, in words; null when they are not. `rows` are the first ones, at least one. */
  recognise(rows: readonly SourceRow[]): string | null;
  /** The mapping to begin with; a person confirms or changes it. */
  propose(rows: readonly SourceRow[]): ColumnMapping;
  /** The columns that the mapping may name, when they are not the row's own fields. */
  flatten?(row: SourceRow): SourceRow;
  read(row: SourceRow, columns: ColumnMapping): FormatResult;
  /** Rows with one id are answers to one task, and are put together. */
  mergesRows?: boolean;
  /** A later row with the same id replaces an earlier one. */
  lastWins?: boolean;
}
