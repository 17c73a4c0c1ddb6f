import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { composeEvidence } from './compose-evidence.ts';
import { columnsOf, guessColumns } from './guess-columns.ts';
import { isAbsent, itemsOf, keysOf, memberOf, scalarOf, shareOf, textOf } from './node-fields.ts';
import { parseListing } from './parse-listing.ts';
import { emptyDraft, type FormatResult, refuseRow, type SampleDraft } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';
import { readTableRow } from './table.ts';

const SUBMITTED = 'submitted';

/**
 * Argilla's records: `{"id", "fields": {…}, "responses": {question: [{value, user_id, status}]}, "suggestions": {question:
 * {value, score, agent}}, …}`. Only submitted responses count; suggestions are a model's and become suggestions.
 */
export const argillaFormat: SampleFormat = {
  name: 'argilla',
  title: 'Argilla records',
  recognise: (rows) =>
    rows.every((row) => fieldOf(row, 'fields')?.kind === 'object' && fieldOf(row, 'responses')?.kind === 'object')
      ? 'each record has fields and responses'
      : null,
  propose: (rows) => ({ ...noColumns, evidence: guessColumns(rows.map(flatten)).evidence }),
  flatten,
  read(row, columns) {
    const composed = composeEvidence(flatten(row), columns);
    if (composed.fault !== null) return refuseRow(row.line, composed.fault);
    const responses = fieldOf(row, 'responses');
    const suggestions = fieldOf(row, 'suggestions');
    const result: FormatResult = { drafts: [], faults: [], notes: [] };
    for (const name of new Set([...keysOf(responses), ...keysOf(suggestions)])) {
      const draft: SampleDraft = {
        ...emptyDraft(row.line),
        id: scalarOf(fieldOf(row, 'id')),
        evidence: composed.evidence,
        questionId: name,
      };
      for (const response of itemsOf(memberOf(responses, name))) {
        const status = textOf(memberOf(response, 'status'));
        if (status !== null && status !== SUBMITTED) {
          result.notes.push({ line: row.line, code: 'not-submitted' });
          continue;
        }
        const value = memberOf(response, 'value');
        const text = scalarOf(value);
        if (text !== null) draft.labels.push({ text, as: 'open' });
        else if (!isAbsent(value)) return refuseRow(row.line, `The response to ${name} is no single value.`);
      }
      draft.suggestion = readSuggestion(memberOf(suggestions, name));
      if (draft.suggestion !== null) result.notes.push({ line: row.line, code: 'model-output' });
      result.drafts.push(draft);
    }
    if (result.drafts.length === 0) {
      result.drafts.push({ ...emptyDraft(row.line), id: scalarOf(fieldOf(row, 'id')), evidence: composed.evidence });
    }
    return result;
  },
};

function flatten(row: SourceRow): SourceRow {
  const fields = fieldOf(row, 'fields');
  if (fields?.kind !== 'object') return row;
  return { line: row.line, fields: fields.members.map(({ key, value }) => ({ name: key, value })) };
}

function readSuggestion(node: JsonNode | undefined): SampleDraft['suggestion'] {
  const text = scalarOf(memberOf(node, 'value'));
  if (text === null) return null;
  const by = textOf(memberOf(node, 'agent')) ?? 'Argilla';
  return { label: { text, as: 'open' }, confidence: shareOf(memberOf(node, 'score')), by };
}

const RESPONSES = /^(.+)\.responses$/;

/**
 * Argilla's flat export, a table or JSON: columns `<question>.responses`, `.responses.status`, `.suggestion`,
 * `.suggestion.score`, and one for each field.
 */
export const argillaFlatFormat: SampleFormat = {
  name: 'argilla-flat',
  title: 'Argilla, flattened',
  recognise(rows) {
    const question = questionsOf(rows)[0];
    return question === undefined ? null : `it has a column ${question}.responses`;
  },
  propose(rows) {
    const questions = questionsOf(rows);
    const own = (name: string): boolean => questions.some((question) => name.startsWith(`${question}.`));
    const ours = (name: string): boolean => own(name) || name === 'status' || name.startsWith('_');
    const guessed = guessColumns(rows, ours);
    return { ...guessed, label: null, suggestion: null };
  },
  read(row, columns) {
    const base = readTableRow(row, { ...columns, label: null, suggestion: null });
    const [draft] = base.drafts;
    if (draft === undefined) return base;
    const result: FormatResult = { drafts: [], faults: [], notes: [] };
    for (const question of questionsOf([row])) {
      const node = fieldOf(row, `${question}.responses`);
      const values = isAbsent(node) ? [] : (parseListing(node) ?? [scalarOf(node)]);
      const states = parseListing(fieldOf(row, `${question}.responses.status`)) ?? [];
      const labels: SampleDraft['labels'] = [];
      for (const [index, text] of values.entries()) {
        if (text === null) return refuseRow(row.line, `The responses to ${question} are no texts.`);
        const status = states[index];
        if (status === undefined || status === SUBMITTED) labels.push({ text, as: 'open' });
        else result.notes.push({ line: row.line, code: 'not-submitted' });
      }
      const suggested = scalarOf(fieldOf(row, `${question}.suggestion`));
      const suggestion: SampleDraft['suggestion'] =
        suggested === null
          ? null
          : {
              label: { text: suggested, as: 'open' },
              confidence: readShare(fieldOf(row, `${question}.suggestion.score`)),
              by: scalarOf(fieldOf(row, `${question}.suggestion.agent`)) ?? 'Argilla',
            };
      if (suggestion !== null) result.notes.push({ line: row.line, code: 'model-output' });
      result.drafts.push({ ...draft, questionId: question, labels, suggestion });
    }
    return result;
  },
};

function questionsOf(rows: readonly SourceRow[]): string[] {
  return columnsOf(rows).flatMap((name) => RESPONSES.exec(name)?.[1] ?? []);
}

function readShare(node: JsonNode | undefined): number | null {
  const text = scalarOf(node);
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : null;
}
