import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { evidenceOf } from '../evidence.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { isAbsent, keysOf, memberOf, scalarOf } from './node-fields.ts';
import { emptyDraft, type FormatNote, type FormatResult, refuseRow, type SampleDraft } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';
import { readWireLabel, readWireQuestion } from './wire-question.ts';

// Three dialects of one idea, a decision a line: where the question stands and where its label differs.

const every = (rows: readonly SourceRow[], test: (row: SourceRow) => boolean): boolean => rows.every(test);
const has = (row: SourceRow, name: string): boolean => fieldOf(row, name) !== undefined;

/** What a source says about a row, kept to count by. */
export function readTags(row: SourceRow, names: readonly string[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const name of names) {
    const value = scalarOf(fieldOf(row, name));
    if (value !== null) tags[name] = value.slice(0, MAX_TAG_LENGTH);
  }
  return tags;
}

const MAX_TAG_LENGTH = 200;

/** The evidence of a field that may be text, an object or a list. */
function readState(row: SourceRow, name = 'state') {
  const node = fieldOf(row, name);
  return node === undefined ? null : evidenceOf(node);
}

/** `{"state", "labels": {question: label}, "meta"}`: the questions stand elsewhere, so labels are read as they come. */
export const jevEvalFormat: SampleFormat = {
  name: 'jev-eval',
  title: 'Decision lines with labels (jev-eval)',
  recognise: (rows) =>
    every(rows, (row) => has(row, 'state') && fieldOf(row, 'labels')?.kind === 'object')
      ? 'each line has a state and an object of labels'
      : null,
  propose: () => noColumns,
  read(row) {
    const labels = fieldOf(row, 'labels');
    if (labels?.kind !== 'object') return refuseRow(row.line, 'The line has no object of labels.');
    const evidence = readState(row);
    const id = scalarOf(fieldOf(row, 'id'));
    const tags = readTags(row, ['split', 'source', 'domain']);
    const result: FormatResult = { drafts: [], faults: [], notes: [] };
    for (const { key, value } of labels.members) {
      if (value.kind === 'array' || value.kind === 'object') {
        result.faults.push({ line: row.line, column: null, message: `The label of ${key} is no single value.` });
        continue;
      }
      const text = scalarOf(value);
      const as = value.kind === 'boolean' ? ('truth' as const) : ('open' as const);
      result.drafts.push({
        ...emptyDraft(row.line),
        id,
        evidence,
        questionId: key,
        labels: text === null ? [] : [{ text, as }],
        group: scalarOf(fieldOf(row, 'group')),
        tags,
      });
    }
    return result;
  },
};

/** `{"state", "questions": {name: {type, instructions, criteria, label?}}}`; without labels it is a JevBench case. */
export const calloFormat: SampleFormat = {
  name: 'callo',
  title: 'Decision lines with questions (callo, JevBench cases)',
  recognise: (rows) =>
    every(rows, (row) => has(row, 'state') && fieldOf(row, 'questions')?.kind === 'object')
      ? 'each line has a state and an object of questions'
      : null,
  propose: () => noColumns,
  read: (row) =>
    readQuestions(row, fieldOf(row, 'questions'), readState(row), (_, question) => memberOf(question, 'label')),
};

/** The drafts of an object of questions; those without a label are unlabelled, and counted when others have one. */
export function readQuestions(
  row: SourceRow,
  questions: JsonNode | undefined,
  evidence: SampleDraft['evidence'],
  labelOf: (name: string, question: JsonNode) => JsonNode | undefined,
): FormatResult {
  if (questions?.kind !== 'object') return refuseRow(row.line, 'The line has no object of questions.');
  const result: FormatResult = { drafts: [], faults: [], notes: [] };
  const notes: FormatNote[] = [];
  for (const { key, value } of questions.members) {
    const read = readWireQuestion(
      scalarOf(memberOf(value, 'type')),
      memberOf(value, 'instructions'),
      memberOf(value, 'criteria'),
    );
    if (read.question === null) {
      result.faults.push({ line: row.line, column: null, message: `Question ${key}: ${read.fault}` });
      continue;
    }
    const label = readWireLabel(read.question.kind, labelOf(key, value));
    if (label === null) notes.push({ line: row.line, code: 'partial-labels' });
    result.drafts.push({
      ...emptyDraft(row.line),
      id: scalarOf(fieldOf(row, 'id')),
      evidence,
      questionId: key,
      question: read.question,
      labels: label === null ? [] : [label],
      group: scalarOf(fieldOf(row, 'group')),
      tags: readTags(row, ['split', 'source', 'src', 'domain']),
    });
  }
  if (keysOf(questions).length === 0) return refuseRow(row.line, 'The line has no question.');
  if (notes.length < result.drafts.length) result.notes.push(...notes);
  return result;
}

/** `{"id", "type", "state", "instructions", "criteria", "gold"}`: one question a line; the gold of a score is an index. */
export const typedGgufFormat: SampleFormat = {
  name: 'typed-gguf',
  title: 'Decision lines, one question each (typed-gguf)',
  recognise: (rows) =>
    every(rows, (row) => has(row, 'state') && has(row, 'type') && (has(row, 'criteria') || has(row, 'gold')))
      ? 'each line has a state, a type and a gold answer'
      : null,
  propose: () => noColumns,
  read(row) {
    const read = readWireQuestion(
      scalarOf(fieldOf(row, 'type')),
      fieldOf(row, 'instructions'),
      fieldOf(row, 'criteria'),
    );
    if (read.question === null) return refuseRow(row.line, read.fault);
    const gold = fieldOf(row, 'gold');
    if (!isAbsent(gold) && scalarOf(gold) === null) return refuseRow(row.line, 'Its gold answer is no single value.');
    const label = readWireLabel(read.question.kind, gold);
    return {
      drafts: [
        {
          ...emptyDraft(row.line),
          id: scalarOf(fieldOf(row, 'id')),
          evidence: readState(row),
          question: read.question,
          labels: label === null ? [] : [label],
          group: scalarOf(fieldOf(row, 'group')),
          tags: readTags(row, ['split', 'source', 'domain']),
        },
      ],
      faults: [],
      notes: [],
    };
  },
};
