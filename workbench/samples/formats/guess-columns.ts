import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { writeJson } from '../../../adapter/json/write-json.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { type ColumnMapping, noColumns } from './sample-format.ts';

const EVIDENCE =
  /^(evidence|state|text|input|message|body|content|email|ticket|request|document|passage|context|query|utterance|sentence|review|comment|prompt|subject|title)$/i;
const LABEL =
  /^(expected|expected_.+|label|labels|gold|gold_label|answer|target|class|category|intent|correct|truth|ground_truth|y)$/i;
const ID = /^(id|_id|uid|uuid|key|sample_id|row_id|ticket_id|case_id|example_id)$/i;
const GROUP =
  /^(group|group_id|thread|thread_id|conversation|conversation_id|cluster|customer|customer_id|user_id|source_id)$/i;
const NOTE = /^(note|notes|remark|remarks|annotator_note|__description)$/i;
const DISPUTED = /^(disputed|is_disputed|disagreement)$/i;
const SUGGESTION = /^(suggestion|suggested|suggested_label|prediction|predicted|predicted_label|model_label)$/i;

/** A label of one of several questions, as in `expected_team`. */
export const EXPECTED_OF_QUESTION = /^expected_(.+)$/;

// A column with so many different values is no list of options.
const MAX_LABEL_VALUES = 60;

/**
 * A first mapping of a table: by the columns' names, and where these say nothing by their values (labels are few and
 * repeat, evidence is long). It is shown before anything is read by it.
 */
export function guessColumns(
  rows: readonly SourceRow[],
  leaveOut: (name: string) => boolean = () => false,
): ColumnMapping {
  const names = columnsOf(rows).filter((name) => !leaveOut(name));
  const taken = new Set<string>();
  const take = (pattern: RegExp): string | null => {
    const name = names.find((one) => !taken.has(one) && pattern.test(one)) ?? null;
    if (name !== null) taken.add(name);
    return name;
  };
  const id = take(ID);
  const group = take(GROUP);
  const note = take(NOTE);
  const disputed = take(DISPUTED);
  const suggestion = take(SUGGESTION);
  const several = names.filter((name) => EXPECTED_OF_QUESTION.test(name));
  // Several of them are labels of several questions: which one is meant is asked.
  for (const name of several.length > 1 ? several : []) taken.add(name);
  let label = take(LABEL);
  let evidence = names.filter((name) => !taken.has(name) && EVIDENCE.test(name));
  if (label === null && several.length < 2) {
    label = names.find((name) => !taken.has(name) && !evidence.includes(name) && looksLikeLabels(rows, name)) ?? null;
    if (label !== null) taken.add(label);
  }
  if (evidence.length === 0) {
    const rest = names.filter((name) => !taken.has(name));
    const longest = rest.toSorted((a, b) => lengthOf(rows, b) - lengthOf(rows, a))[0];
    evidence = longest === undefined ? [] : [longest];
  }
  return {
    ...noColumns,
    id,
    group,
    note,
    disputed,
    suggestion,
    label,
    evidence: evidence.map((name) => ({ column: name, name })),
    evidence_json: holdsJson(rows, evidence),
  };
}

/** The names of all columns, in the order in which they occur. */
export function columnsOf(rows: readonly SourceRow[]): string[] {
  return [...new Set(rows.flatMap((row) => row.fields.map(({ name }) => name)))];
}

function looksLikeLabels(rows: readonly SourceRow[], name: string): boolean {
  const values = rows.map((row) => plain(fieldOf(row, name))).filter((value) => value !== '');
  const distinct = new Set(values);
  return distinct.size >= 2 && distinct.size <= MAX_LABEL_VALUES && distinct.size * 2 <= values.length;
}

/** Whether the one evidence column is text that always is a JSON object or list. */
function holdsJson(rows: readonly SourceRow[], evidence: readonly string[]): boolean {
  const [name] = evidence;
  if (name === undefined || evidence.length !== 1) return false;
  const texts = rows.map((row) => fieldOf(row, name)).filter((node) => node?.kind === 'string' && node.value !== '');
  return texts.length > 0 && texts.every((node) => node?.kind === 'string' && isJsonContainer(node.value));
}

function isJsonContainer(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lengthOf(rows: readonly SourceRow[], name: string): number {
  return rows.reduce((sum, row) => sum + plain(fieldOf(row, name)).length, 0);
}

function plain(node: JsonNode | undefined): string {
  if (node === undefined || node.kind === 'null') return '';
  return node.kind === 'string' ? node.value : writeJson(node);
}
