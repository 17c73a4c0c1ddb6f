import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { fieldOf, type SourceField, type SourceRow } from '../reading/source-row.ts';
import { columnsOf, guessColumns } from './guess-columns.ts';
import { isAbsent, itemsOf, memberOf, scalarOf, textOf } from './node-fields.ts';
import type { DraftLabel, DraftQuestion, FormatNote } from './sample-draft.ts';
import { refuseRow } from './sample-draft.ts';
import type { SampleFormat } from './sample-format.ts';
import { readTableRow } from './table.ts';

const EXPECTED = /^__expected\d*$/;
const OPTION = /^opt(ion)?[ _-]?([A-J]|\d)$/i;
// What promptfoo writes into the cells of an export: a model's output behind its verdict.
const VERDICT = /^\s*\[(PASS|FAIL|ERROR)\]/;

/**
 * promptfoo tests: CSV with `__expected` columns, or YAML, JSON and JSONL with `vars` and `assert`. An assertion is a
 * label when it says what the answer equals; all others are counted as "not a label". Nothing is ever run or opened:
 * `javascript:`, `python:` and `file://` are text here.
 */
export const promptfooFormat: SampleFormat = {
  name: 'promptfoo',
  title: 'promptfoo tests',
  recognise(rows) {
    if (rows.every((row) => row.fields.some(({ name }) => EXPECTED.test(name)))) return 'it has a column __expected';
    const tests = rows.every((row) => fieldOf(row, 'vars') !== undefined);
    return tests ? 'each test has vars' : null;
  },
  propose(rows) {
    const flat = rows.map(flatten);
    const outputs = new Set(
      columnsOf(flat).filter((name) => flat.some((row) => VERDICT.test(textOf(fieldOf(row, name)) ?? ''))),
    );
    const options = columnsOf(flat).filter((name) => OPTION.test(name));
    const reserved = (name: string): boolean => name.startsWith('__') || outputs.has(name) || options.includes(name);
    const guessed = guessColumns(flat, reserved);
    const evidence = columnsOf(flat).filter((name) => !reserved(name) && name !== guessed.id && name !== guessed.group);
    const note = columnsOf(flat).includes('__description') ? '__description' : null;
    return {
      ...guessed,
      evidence: evidence.map((name) => ({ column: name, name })),
      label: null,
      suggestion: null,
      note,
      options: options.length >= 2 ? options : [],
    };
  },
  flatten,
  read(row, columns) {
    const vars = fieldOf(row, 'vars');
    if (vars?.kind === 'string')
      return refuseRow(row.line, `Its vars are in another file (${vars.value}), which is not opened.`);
    const expected = readExpectations(row);
    const result = readTableRow(flatten(row), { ...columns, label: null });
    const texts = new Set(expected.labels.map(({ text }) => text));
    if (texts.size > 1) return refuseRow(row.line, `It expects several answers: ${[...texts].join(', ')}.`);
    const labels = expected.labels.slice(0, 1);
    return {
      ...result,
      drafts: result.drafts.map((draft) => ({ ...draft, labels, question: nameOptions(draft.question) })),
      notes: expected.notes,
    };
  },
};

// Longer option texts are answers and no names.
const MAX_NAME = 60;

/** Option columns of promptfoo hold names: they are the ids, unless they are long or not distinct. */
function nameOptions(question: DraftQuestion | null): DraftQuestion | null {
  if (question === null) return null;
  const names = question.options.map(({ description }) => description);
  if (new Set(names).size !== names.length || names.some((name) => name.length > MAX_NAME)) return question;
  return { ...question, options: names.map((id) => ({ id, description: '' })), madeUpIds: false };
}

/** The variables of a test as fields, with its description, whichever way the file writes them. */
function flatten(row: SourceRow): SourceRow {
  const vars = fieldOf(row, 'vars');
  if (vars?.kind !== 'object') return row;
  const fields: SourceField[] = vars.members.map(({ key, value }) => ({ name: key, value }));
  const description = fieldOf(row, 'description');
  if (description !== undefined) fields.push({ name: '__description', value: description });
  for (const { key, value } of members(fieldOf(row, 'metadata'))) fields.push({ name: `__metadata:${key}`, value });
  return { line: row.line, fields };
}

function members(node: JsonNode | undefined): { key: string; value: JsonNode }[] {
  return node?.kind === 'object' ? node.members : [];
}

function readExpectations(row: SourceRow): { labels: DraftLabel[]; notes: FormatNote[] } {
  const labels: DraftLabel[] = [];
  const notes: FormatNote[] = [];
  const take = (type: string, value: string): void => {
    const read = readAssertion(type, value);
    if (read.label !== null) labels.push({ text: read.label, as: 'open' });
    else notes.push({ line: row.line, code: read.runs ? 'never-run' : 'not-a-label' });
  };
  for (const { name, value } of row.fields) {
    if (!EXPECTED.test(name) || isAbsent(value)) continue;
    const text = scalarOf(value)?.trim() ?? '';
    if (text === '') continue;
    const prefix = /^([a-z][a-z-]*)(\([^)]*\))?:\s*/i.exec(text);
    const known = prefix !== null && (TYPES.has(bare(prefix[1] ?? '')) || prefix[2] !== undefined);
    if (text.startsWith('file://')) take('file', text);
    else if (known) take(prefix[1] ?? '', text.slice(prefix[0].length));
    else take('equals', text);
  }
  for (const assertion of itemsOf(fieldOf(row, 'assert'))) {
    const value = memberOf(assertion, 'value');
    take(textOf(memberOf(assertion, 'type')) ?? '', scalarOf(value) ?? '');
  }
  return { labels, notes };
}

// The words that begin an assertion; any other word with a colon is part of the answer itself.
const TYPES = new Set([
  ...['equals', 'iequals', 'contains', 'icontains', 'contains-any', 'contains-all', 'icontains-any', 'icontains-all'],
  ...['starts-with', 'regex', 'similar', 'levenshtein', 'is-json', 'contains-json', 'is-xml', 'is-sql', 'contains-sql'],
  ...[
    'javascript',
    'fn',
    'eval',
    'python',
    'ruby',
    'webhook',
    'grade',
    'llm-rubric',
    'factuality',
    'model-graded-fact',
  ],
  ...['model-graded-closedqa', 'answer-relevance', 'context-recall', 'context-relevance', 'context-faithfulness'],
  ...['classifier', 'moderation', 'cost', 'latency', 'perplexity', 'perplexity-score', 'rouge-n', 'bleu', 'g-eval'],
  ...['select-best', 'is-valid-openai-function-call', 'is-valid-openai-tools-call', 'is-refusal', 'guardrails'],
]);
const RUN = new Set(['javascript', 'fn', 'eval', 'python', 'ruby', 'webhook', 'file']);

function bare(type: string): string {
  return type.toLowerCase().replace(/^not-/, '');
}

function readAssertion(type: string, value: string): { label: string | null; runs: boolean } {
  const kind = type.toLowerCase();
  const isEqual = kind === 'equals' || kind === 'iequals';
  if (isEqual && value !== '' && !value.startsWith('file://')) return { label: value, runs: false };
  return { label: null, runs: RUN.has(bare(kind)) || value.startsWith('file://') };
}
