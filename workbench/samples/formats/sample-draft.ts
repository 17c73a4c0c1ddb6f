import type { QuestionKind } from '../../../adapter/decision/decision.ts';
import type { RowFault } from '../reading/source-row.ts';
import type { SampleEvidence, SampleOption } from '../sample.ts';

/** A label as the file has it, before it is known which option it means. */
export interface DraftLabel {
  text: string;
  /**
   * `open`: to be read the way the whole column is (an id, a position, a letter…). `id`: an option's id, whatever it
   * looks like. `index`: a position counted from 0, because the format says so. `truth`: yes or no.
   */
  as: 'open' | 'id' | 'index' | 'truth';
}

/** A question that a row brings itself. */
export interface DraftQuestion {
  kind: QuestionKind;
  question: string;
  options: SampleOption[];
  /**
   * The ids are letters that we gave, since the row has none: a label must then not be taken for an id before it was
   * tried as a text.
   */
  madeUpIds: boolean;
}

export interface DraftSuggestion {
  label: DraftLabel;
  confidence: number | null;
  by: string;
}

/** What one row, or one question of a row, says; not checked against any option yet. */
export interface SampleDraft {
  line: number;
  /** Null when the row has none: one is made from its content. */
  id: string | null;
  /** Null when it is empty. */
  evidence: SampleEvidence | null;
  /** No label: unlabelled. Several: people's answers, which may disagree. */
  labels: DraftLabel[];
  /** Which question of a row with several; null when there is only one without a name. */
  questionId: string | null;
  question: DraftQuestion | null;
  group: string | null;
  note: string;
  disputed: boolean;
  suggestion: DraftSuggestion | null;
  tags: Record<string, string>;
}

/** What a format found that is no fault, but should be known: counted in the report, with the first lines. */
export interface FormatNote {
  line: number;
  code: NoteCode;
}

export const noteCodes = [
  'not-a-label',
  'never-run',
  'partial-labels',
  'cancelled-annotation',
  'not-submitted',
  'model-output',
  'unknown-suggestion',
  'made-up-question',
] as const;
export type NoteCode = (typeof noteCodes)[number];

export interface FormatResult {
  drafts: SampleDraft[];
  faults: RowFault[];
  notes: FormatNote[];
}

/** A draft with nothing but its place; what a format knows is put over it. */
export function emptyDraft(line: number): SampleDraft {
  return {
    line,
    id: null,
    evidence: null,
    labels: [],
    questionId: null,
    question: null,
    group: null,
    note: '',
    disputed: false,
    suggestion: null,
    tags: {},
  };
}

export function refuseRow(line: number, message: string): FormatResult {
  return { drafts: [], faults: [{ line, column: null, message }], notes: [] };
}
