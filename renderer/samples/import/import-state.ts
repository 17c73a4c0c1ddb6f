import type { ColumnMapping, FormatName } from '../../../workbench/samples/formats/sample-format.ts';
import type { ImportChoices, ImportTarget } from '../../../workbench/samples/importing/import-choices.ts';
import type { ImportReport } from '../../../workbench/samples/importing/import-report.ts';
import type { Binding } from '../../../workbench/samples/sample-set.ts';

/** A column of the file with examples. */
export interface ImportColumn {
  column: string;
  examples: string[];
  filled: number;
  distinct: number;
}

/** What the workbench says of a file as it would be read now. */
export interface ImportAnswer {
  report: ImportReport;
  columns: ImportColumn[];
  formats: { name: FormatName; title: string; why: string }[];
  mapping: ColumnMapping;
  own_binding: Binding | null;
}

/** Nothing was decided yet: what the file itself proposes holds. */
export const openChoices: ImportChoices = {
  encoding: null,
  separator: null,
  sheet: null,
  format: null,
  columns: null,
  question: null,
  annotations: null,
  reading: null,
  ignore_case_and_space: null,
  labels: [],
  leave_out_faulty: false,
};

/**
 * Choices after one was changed. What was decided about the labels belongs to the file as it was read then: another
 * format, column, target or question asks it anew.
 */
export function changeChoices(choices: ImportChoices, patch: Partial<ImportChoices>): ImportChoices {
  const changed = { ...choices, ...patch };
  const readsAnew = ['encoding', 'separator', 'sheet'].some((key) => key in patch);
  if (readsAnew || 'format' in patch) return { ...openChoices, ...pickFile(changed), format: changed.format };
  if ('columns' in patch || 'question' in patch) return forgetLabels(changed);
  return changed;
}

/** The same after another target was chosen. */
export function forgetLabels(choices: ImportChoices): ImportChoices {
  return { ...choices, reading: null, ignore_case_and_space: null, labels: [] };
}

function pickFile({ encoding, separator, sheet }: ImportChoices) {
  return { encoding, separator, sheet };
}

/** What a new decision asks while the file does not say it. */
export const NEW_QUESTION = 'Which option is right?';

/** Whether two targets are the same. */
export function sameTarget(a: ImportTarget, b: ImportTarget): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
