import { formatNamed } from '../formats/all-formats.ts';
import type { NoteCode, SampleDraft } from '../formats/sample-draft.ts';
import { createPacer } from '../pacer.ts';
import type { RowFault } from '../reading/source-row.ts';
import type { Sample } from '../sample.ts';
import type { Binding } from '../sample-set.ts';
import { buildSamples } from './build-samples.ts';
import { chooseBinding } from './choose-binding.ts';
import { addNote, collectDrafts } from './collect-drafts.ts';
import { identifyDrafts } from './identify-drafts.ts';
import type { ImportChoices, ImportTarget } from './import-choices.ts';
import { type ImportQuestion, type ImportReport, MAX_LISTED, noteTexts } from './import-report.ts';
import { readingNames } from './label-readings.ts';
import { createList } from './listed.ts';
import { type ImportSource, openSource } from './open-source.ts';
import { describeSource } from './preview-import.ts';
import { type ResolvedLabels, resolveLabels } from './resolve-labels.ts';
import { type SettledDraft, settleAnswers } from './settle-answers.ts';

export interface ImportOptions {
  signal?: AbortSignal;
  /** Told how many rows were read; a few times a second at most, and at the end. */
  onProgress?: (progress: { rows: number }) => void;
}

export interface ImportOutcome {
  report: ImportReport;
  /** What would be stored, in the file's order; to be stored only when the report is ready and the user agrees. */
  samples: Sample[];
}

/**
 * Reads a file into samples and reports on every row. Nothing is stored, opened, fetched or run; what is unclear becomes
 * a question of the report and never a guess that passes silently.
 * @throws Fault INVALID_REQUEST when the file as a whole cannot be read; CANCELLED
 */
export async function importSamples(
  source: ImportSource,
  target: ImportTarget,
  choices: ImportChoices,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const pace = createPacer(options.signal);
  const opened = await openSource(source, choices, pace);
  const { file, format: recognised, mapping, tune_share } = await describeSource(opened, choices);
  const format = formatNamed(recognised.name);
  const questions: ImportQuestion[] = [];
  const { separator, encoding } = file;
  if (encoding !== null && !encoding.certain) {
    questions.push({ ask: 'encoding', guess: encoding.encoding, why: encoding.why });
  }
  if (separator !== null && separator.rivals.length > 0) {
    questions.push({ ask: 'separator', offered: [separator.separator, ...separator.rivals] });
  }

  const report = options.onProgress ?? (() => undefined);
  const collected = await collectDrafts(opened.items(), format, mapping, file.name, pace, (rows) => report({ rows }));
  const { notes } = collected;
  const selected = selectQuestion(collected.drafts, choices.question, target);
  if (selected.question !== null) questions.push(selected.question);
  const identified = await identifyDrafts(
    selected.drafts,
    {
      lastWins: format.lastWins === true,
      mergesRows: format.mergesRows === true,
      splitsQuestions: selected.splitsQuestions,
    },
    pace,
  );
  const answers = await settleAnswers(identified.drafts, choices.annotations, pace);
  if (answers.disagreements > 0 && choices.annotations === null) {
    questions.push({ ask: 'annotations', disagreements: answers.disagreements, lines: answers.lines });
  }
  const bound = chooseBinding(answers.settled, target, choices);
  // While it is open which question is meant, nothing can be said about its options.
  if (bound.question !== null && selected.question === null) questions.push(bound.question);
  const faults: RowFault[] = [...collected.faults, ...identified.faults];

  let samples: Sample[] = [];
  let labels: ResolvedLabels | null = null;
  if (bound.binding !== null) {
    labels = await resolveLabels(answers.settled, bound.binding, bound.spellings, choices, pace);
    for (const line of labels.unknownSuggestions) addNote(notes, 'unknown-suggestion' satisfies NoteCode, line);
    questions.push(...askAbout(labels));
    const built = await buildSamples(labels.resolved, bound.binding, file.name, pace);
    samples = built.samples;
    faults.push(...labels.faults, ...built.faults);
  }
  if (faults.length > 0 && !choices.leave_out_faulty) questions.push({ ask: 'leave-out-faulty', count: faults.length });

  const listed = createList<RowFault>();
  for (const fault of faults.sort((a, b) => a.line - b.line)) listed.add(fault);
  const labelled = samples.filter(({ label }) => label !== null).length;
  return {
    samples,
    report: {
      file,
      format: recognised,
      rows_read: collected.rows,
      blank: collected.blank,
      used: samples.length,
      labelled,
      unlabelled: samples.length - labelled,
      disputed: samples.filter(({ disputed }) => disputed).length,
      faults: { count: listed.count, first: listed.first },
      duplicates: identified.duplicates,
      replaced: identified.replaced,
      merged: identified.merged,
      equal_evidence: identified.equalEvidence,
      foreign: { count: labels?.foreign.length ?? 0, first: labels?.foreign.slice(0, MAX_LISTED) ?? [] },
      classes: countClasses(samples, bound.binding),
      reading: describeReading(labels),
      notes: [...notes].map(([code, note]) => ({ code, text: noteTexts[code], ...note })),
      questions,
      own_questions: selected.question === null ? countQuestions(answers.settled) : 0,
      binding: bound.binding,
      tune_share,
      ready: questions.length === 0 && samples.length > 0,
    },
  };
}

function countQuestions(settled: readonly SettledDraft[]): number {
  return new Set(settled.flatMap(({ draft }) => (draft.question === null ? [] : JSON.stringify(draft.question)))).size;
}

/** The drafts of the chosen question; all of them, each a sample of its own, in a mixed set. */
function selectQuestion(
  drafts: SampleDraft[],
  chosen: string | null,
  target: ImportTarget,
): { drafts: SampleDraft[]; splitsQuestions: boolean; question: ImportQuestion | null } {
  const counts = new Map<string, { id: string; count: number; labelled: number }>();
  for (const { questionId, labels } of drafts) {
    if (questionId === null) continue;
    const known = counts.get(questionId) ?? { id: questionId, count: 0, labelled: 0 };
    known.count += 1;
    if (labels.length > 0) known.labelled += 1;
    counts.set(questionId, known);
  }
  if (chosen !== null) {
    return {
      drafts: drafts.filter(({ questionId }) => questionId === chosen),
      splitsQuestions: false,
      question: null,
    };
  }
  if (counts.size <= 1) return { drafts, splitsQuestions: false, question: null };
  if (target.kind === 'mixed') return { drafts, splitsQuestions: true, question: null };
  // Until one is chosen, nothing is a sample: rows of different questions are no set.
  return { drafts: [], splitsQuestions: false, question: { ask: 'question', offered: [...counts.values()] } };
}

function askAbout({ reading, used, loose, foreign }: ResolvedLabels): ImportQuestion[] {
  const questions: ImportQuestion[] = [];
  if (reading !== null && used === null) {
    questions.push({ ask: 'reading', offered: reading.offered, total: reading.total });
  }
  if (loose.length > 0) questions.push({ ask: 'ignore-case-and-space', labels: loose });
  if (foreign.length > 0) questions.push({ ask: 'labels', labels: foreign.slice(0, MAX_LISTED) });
  return questions;
}

function describeReading(labels: ResolvedLabels | null): ImportReport['reading'] {
  if (labels === null || labels.reading === null || labels.used === null) return null;
  const { used, reading } = labels;
  const fit = reading.offered.find((one) => one.reading === used);
  const guessed = used !== 'id';
  return { reading: used, name: readingNames[used], fits: fit?.fits ?? 0, total: reading.total, guessed };
}

// A mixed set's options are many: the frequent ones tell whether something went wrong.
const MAX_MIXED_CLASSES = 50;

function countClasses(samples: readonly Sample[], binding: Binding | null): ImportReport['classes'] {
  const counts = new Map<string, number>();
  if (binding?.kind === 'bound') for (const { id } of binding.question.options) counts.set(id, 0);
  for (const { label } of samples) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  const classes = [...counts].map(([option, count]) => ({ option, count }));
  if (binding?.kind === 'bound') return classes;
  return classes.sort((a, b) => b.count - a.count).slice(0, MAX_MIXED_CLASSES);
}
