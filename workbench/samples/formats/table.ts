import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { composeEvidence } from './compose-evidence.ts';
import { EXPECTED_OF_QUESTION, guessColumns } from './guess-columns.ts';
import { isAbsent, scalarOf } from './node-fields.ts';
import { readOptions } from './row-options.ts';
import { type DraftLabel, emptyDraft, type FormatResult, refuseRow } from './sample-draft.ts';
import type { ColumnMapping, SampleFormat } from './sample-format.ts';

/** Any table: a person says what its columns mean. */
export const tableFormat: SampleFormat = {
  name: 'table',
  title: 'Table',
  recognise: () => 'it has rows with named columns',
  propose: (rows) => guessColumns(rows),
  read(row, columns) {
    const result = readTableRow(row, columns);
    const several = columns.label === null ? row.fields.filter(({ name }) => EXPECTED_OF_QUESTION.test(name)) : [];
    if (several.length < 2) return result;
    // A column of labels for each question: each is a sample of its own, as with the decision lines.
    const drafts = result.drafts.flatMap((draft) =>
      several.map(({ name, value }) => {
        const text = scalarOf(value);
        const labels: DraftLabel[] = text === null || text.trim() === '' ? [] : [{ text, as: 'open' }];
        return { ...draft, labels, questionId: EXPECTED_OF_QUESTION.exec(name)?.[1] ?? name };
      }),
    );
    return { ...result, drafts };
  },
};

/** The draft of a row by its mapping; shared by all formats whose rows are flat. */
export function readTableRow(row: SourceRow, columns: ColumnMapping): FormatResult {
  const composed = composeEvidence(row, columns);
  if (composed.fault !== null) return refuseRow(row.line, composed.fault);
  const own = readOptions(row, columns);
  if (own.fault !== null) return refuseRow(row.line, own.fault);
  const label = readLabel(row, columns.label);
  if (label.fault !== null) return refuseRow(row.line, label.fault);
  const disputed = readMark(row, columns.disputed);
  if (disputed === null) return refuseRow(row.line, `Column ${columns.disputed} says neither yes nor no.`);
  const suggestion = readLabel(row, columns.suggestion).label;
  return {
    drafts: [
      {
        ...emptyDraft(row.line),
        id: readText(row, columns.id),
        evidence: composed.evidence,
        labels: label.label === null ? [] : [label.label],
        question: own.question,
        group: readText(row, columns.group),
        note: readText(row, columns.note) ?? '',
        disputed,
        suggestion: suggestion === null ? null : { label: suggestion, confidence: null, by: columns.suggestion ?? '' },
      },
    ],
    faults: [],
    notes: [],
  };
}

const YES = new Set(['yes', 'y', 'true', 'x', '1']);
const NO = new Set(['', 'no', 'n', 'false', '0']);

/** A column that marks rows; null when a cell says something else. */
function readMark(row: SourceRow, column: string | null): boolean | null {
  const word = (readText(row, column) ?? '').trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

function readText(row: SourceRow, column: string | null): string | null {
  return column === null ? null : scalarOf(fieldOf(row, column));
}

function readLabel(row: SourceRow, column: string | null): { label: DraftLabel | null; fault: string | null } {
  const node = column === null ? undefined : fieldOf(row, column);
  if (isAbsent(node)) return { label: null, fault: null };
  const text = scalarOf(node);
  if (text === null) return { label: null, fault: `Column ${column} holds no single label.` };
  return { label: text.trim() === '' ? null : { text, as: 'open' }, fault: null };
}
