import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { composeEvidence } from './compose-evidence.ts';
import { columnsOf, guessColumns } from './guess-columns.ts';
import { isAbsent, itemsOf, memberOf, scalarOf, shareOf, textOf } from './node-fields.ts';
import { emptyDraft, type FormatResult, refuseRow, type SampleDraft } from './sample-draft.ts';
import { type ColumnMapping, noColumns, type SampleFormat } from './sample-format.ts';
import { readTableRow } from './table.ts';

/**
 * Label Studio's JSON: `[{"id", "data": {…}, "annotations": [{was_cancelled, result: [{from_name, type: "choices", value:
 * {choices: […]}}]}], "predictions": […]}]`. Each annotation is one person's answer; cancelled ones do not count;
 * predictions are a model's (or only their numbers). A control with several choices at once is no choice question.
 */
export const labelStudioFormat: SampleFormat = {
  name: 'label-studio',
  title: 'Label Studio JSON',
  recognise: (rows) =>
    rows.every((row) => fieldOf(row, 'data')?.kind === 'object' && fieldOf(row, 'annotations')?.kind === 'array')
      ? 'each task has data and annotations'
      : null,
  propose: (rows) => evidenceOnly(rows.map(flatten)),
  flatten,
  mergesRows: true,
  read(row, columns) {
    const composed = composeEvidence(flatten(row), columns);
    if (composed.fault !== null) return refuseRow(row.line, composed.fault);
    const base: SampleDraft = {
      ...emptyDraft(row.line),
      id: scalarOf(fieldOf(row, 'id')),
      evidence: composed.evidence,
    };
    const result: FormatResult = { drafts: [], faults: [], notes: [] };
    const byControl = new Map<string, SampleDraft>();
    const draftOf = (control: string): SampleDraft => {
      const known = byControl.get(control);
      if (known !== undefined) return known;
      const draft = { ...base, questionId: control, labels: [] };
      byControl.set(control, draft);
      return draft;
    };
    for (const annotation of itemsOf(fieldOf(row, 'annotations'))) {
      const cancelled = memberOf(annotation, 'was_cancelled');
      if (cancelled?.kind === 'boolean' && cancelled.value) {
        result.notes.push({ line: row.line, code: 'cancelled-annotation' });
        continue;
      }
      for (const { control, choices } of choicesOf(annotation)) {
        if (choices.length > 1) {
          const message = `${control} has several choices at once (${choices.join(', ')}): it is no choice question.`;
          result.faults.push({ line: row.line, column: null, message });
        } else if (choices[0] !== undefined) draftOf(control).labels.push({ text: choices[0], as: 'open' });
      }
    }
    for (const prediction of itemsOf(fieldOf(row, 'predictions'))) {
      for (const { control, choices } of choicesOf(prediction)) {
        const [text] = choices;
        if (text === undefined || choices.length > 1) continue;
        const by = textOf(memberOf(prediction, 'model_version')) ?? 'Label Studio';
        draftOf(control).suggestion = {
          label: { text, as: 'open' },
          confidence: shareOf(memberOf(prediction, 'score')),
          by,
        };
        result.notes.push({ line: row.line, code: 'model-output' });
      }
    }
    if (result.faults.length > 0) return { ...result, drafts: [] };
    result.drafts = byControl.size > 0 ? [...byControl.values()] : [base];
    return result;
  },
};

function flatten(row: SourceRow): SourceRow {
  const data = fieldOf(row, 'data');
  if (data?.kind !== 'object') return row;
  return { line: row.line, fields: data.members.map(({ key, value }) => ({ name: key, value })) };
}

function evidenceOnly(rows: readonly SourceRow[]): ColumnMapping {
  const { evidence } = guessColumns(rows);
  const all = evidence.length > 0 ? evidence : columnsOf(rows).map((name) => ({ column: name, name }));
  return { ...noColumns, evidence: all };
}

function choicesOf(annotation: JsonNode): { control: string; choices: string[] }[] {
  return itemsOf(memberOf(annotation, 'result'))
    .filter((one) => textOf(memberOf(one, 'type')) === 'choices')
    .map((one) => ({
      control: textOf(memberOf(one, 'from_name')) ?? 'choices',
      choices: itemsOf(memberOf(memberOf(one, 'value'), 'choices'))
        .map(scalarOf)
        .filter((text) => text !== null),
    }));
}

const BOOKKEEPING = ['annotator', 'annotation_id', 'created_at', 'updated_at', 'lead_time', 'id'];

/**
 * Label Studio's JSON_MIN: `{"text", "intent": "billing", "id", "annotator", "annotation_id", "lead_time"}`, a row for
 * each annotation. A single choice is a string, several are a list or `{"choices": […]}`.
 */
export const labelStudioMinFormat: SampleFormat = {
  name: 'label-studio-min',
  title: 'Label Studio JSON_MIN',
  recognise: (rows) =>
    rows.every((row) => fieldOf(row, 'annotation_id') !== undefined && fieldOf(row, 'annotator') !== undefined)
      ? 'each row has an annotation_id and an annotator'
      : null,
  propose(rows) {
    const guessed = guessColumns(rows, (name) => BOOKKEEPING.includes(name));
    const chosen = columnsOf(rows).find(
      (name) =>
        !BOOKKEEPING.includes(name) && rows.some((row) => memberOf(fieldOf(row, name), 'choices') !== undefined),
    );
    const label = chosen ?? guessed.label ?? lastOf(columnsOf(rows).filter((name) => !BOOKKEEPING.includes(name)));
    const evidence = guessed.evidence.filter(({ column }) => column !== label);
    return { ...guessed, id: 'id', label, evidence };
  },
  mergesRows: true,
  read(row, columns) {
    const { label } = columns;
    const node = label === null ? undefined : fieldOf(row, label);
    const choices = node?.kind === 'array' ? node : memberOf(node, 'choices');
    const texts = choices === undefined ? [] : itemsOf(choices).map(scalarOf);
    if (texts.length > 1) return refuseRow(row.line, `${label} has several choices at once: it is no choice question.`);
    const [text] = texts;
    const result = readTableRow(row, { ...columns, label: choices === undefined ? label : null });
    if (text === undefined || text === null || isAbsent(node)) return result;
    const labels = [{ text, as: 'open' as const }];
    return { ...result, drafts: result.drafts.map((draft) => ({ ...draft, labels })) };
  },
};

function lastOf(names: readonly string[]): string | null {
  return names.at(-1) ?? null;
}
