import type { RecognisedFormat } from '../formats/all-formats.ts';
import type { NoteCode } from '../formats/sample-draft.ts';
import type { Syntax } from '../formats/sample-format.ts';
import type { EncodingGuess } from '../reading/decode-text.ts';
import type { SheetName } from '../reading/read-xlsx.ts';
import type { Separator } from '../reading/separators.ts';
import type { SeparatorGuess } from '../reading/sniff-separator.ts';
import type { RemarkCode, RowFault } from '../reading/source-row.ts';
import type { TextEncoding } from '../reading/text-encodings.ts';
import type { Binding } from '../sample-set.ts';
import type { ReadingChoice } from './choose-reading.ts';
import type { LabelReading } from './label-readings.ts';

/** How the file is built, and how that was found out. */
export interface FileDescription {
  name: string;
  bytes: number;
  syntax: Syntax;
  why: string;
  encoding: EncodingGuess | null;
  separator: SeparatorGuess | null;
  sheets: SheetName[];
  sheet: string | null;
}

/** Places of a kind: how many, and the first of them. */
export interface Listed<T> {
  count: number;
  first: T[];
}

/** A label that names no option. */
export interface ForeignLabel {
  text: string;
  count: number;
  lines: number[];
  /** The option that it would be apart from case and white space. */
  offered: string | null;
}

/** What must be decided before anything can be imported; the answer goes into ImportChoices. */
export type ImportQuestion =
  | { ask: 'encoding'; guess: TextEncoding; why: string }
  | { ask: 'separator'; offered: Separator[] }
  | { ask: 'question'; offered: { id: string; count: number; labelled: number }[] }
  | { ask: 'annotations'; disagreements: number; lines: number[] }
  | { ask: 'reading'; offered: ReadingChoice['offered']; total: number }
  | { ask: 'ignore-case-and-space'; labels: { text: string; count: number; option: string }[] }
  | { ask: 'labels'; labels: ForeignLabel[] }
  | { ask: 'target'; why: string }
  | { ask: 'leave-out-faulty'; count: number };

export interface ImportReport {
  file: FileDescription;
  format: RecognisedFormat;
  /** Rows with something in them; used + at fault + duplicates + replaced + merged, for formats of one question a row. */
  rows_read: number;
  blank: number;
  /** Samples that would be imported. */
  used: number;
  labelled: number;
  unlabelled: number;
  disputed: number;
  faults: Listed<RowFault>;
  /** Rows with the id and the content of an earlier one, which are dropped. */
  duplicates: Listed<{ id: string; line: number; first_line: number }>;
  /** Rows that a later one with the same id replaced, where the format says so. */
  replaced: number;
  /** Rows that were put together with an earlier one, where the format has one row for each person's answer. */
  merged: number;
  /** Samples whose evidence occurs before; they are kept. */
  equal_evidence: number;
  foreign: Listed<ForeignLabel>;
  /** How often each option is the label, in the options' order; for mixed sets the most frequent ones. */
  classes: { option: string; count: number }[];
  reading: { reading: LabelReading; name: string; fits: number; total: number; guessed: boolean } | null;
  notes: { code: NoteCode | RemarkCode; text: string; count: number; lines: number[] }[];
  questions: ImportQuestion[];
  /** How many different questions the rows bring themselves; 0 while it is open which one of several is meant. */
  own_questions: number;
  /** What the set would be bound to; null while that is open. */
  binding: Binding | null;
  /** The set's share for tuning, where the file says one; see split-samples.ts. */
  tune_share: number | null;
  /** Nothing is open, and there is at least one sample. */
  ready: boolean;
}

/** Places that a report lists before it only counts: more than a person looks at. */
export const MAX_LISTED = 100;
/** Line numbers beside a count. */
export const MAX_LINES = 20;

/** What a note means. */
export const noteTexts: Record<NoteCode | RemarkCode, string> = {
  'not-a-label': 'An assertion that does not say what the answer equals: it is no label.',
  'never-run': 'An assertion that runs code or opens a file: it is no label, and nothing was run or opened.',
  'partial-labels': 'A question without a label beside others that have one.',
  'cancelled-annotation': 'An annotation that was cancelled: it does not count.',
  'not-submitted': 'A response that was not submitted: it does not count.',
  'model-output': 'An answer of a model: it becomes a suggestion and no label.',
  'unknown-suggestion': 'A suggestion that names no option: it is left out.',
  'made-up-question': 'The row has no question apart from its evidence: a general one is asked.',
  'bare-quote': 'A quote stands inside a cell that is not quoted: it was taken as a character.',
};
