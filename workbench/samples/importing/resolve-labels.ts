import type { DraftLabel } from '../formats/sample-draft.ts';
import type { Pacer } from '../pacer.ts';
import type { RowFault } from '../reading/source-row.ts';
import type { SampleQuestion } from '../sample.ts';
import type { Binding } from '../sample-set.ts';
import { chooseReading, type OpenLabel, type ReadingChoice } from './choose-reading.ts';
import type { ImportChoices } from './import-choices.ts';
import { type ForeignLabel, MAX_LINES } from './import-report.ts';
import { type LabelReading, readLabel } from './label-readings.ts';
import { matchLoosely } from './match-loosely.ts';
import type { SettledDraft } from './settle-answers.ts';

/** A draft whose label is an option's id, or open. */
export interface ResolvedDraft {
  settled: SettledDraft;
  /** The question that its label answers. */
  question: SampleQuestion;
  label: string | null;
  suggestion: string | null;
}

export interface ResolvedLabels {
  resolved: ResolvedDraft[];
  faults: RowFault[];
  reading: ReadingChoice | null;
  used: LabelReading | null;
  /** Labels that name no option and were not decided on. */
  foreign: ForeignLabel[];
  /** Labels that would be an option apart from case and white space. */
  loose: { text: string; count: number; option: string }[];
  /** Lines whose suggestion names no option. */
  unknownSuggestions: number[];
}

/** Turns the labels of all drafts into option ids, reading the open ones the way the whole column is read. */
export async function resolveLabels(
  settled: readonly SettledDraft[],
  binding: Binding,
  spellings: ReadonlyMap<string, string>,
  choices: Pick<ImportChoices, 'reading' | 'ignore_case_and_space' | 'labels'>,
  pace: Pacer,
): Promise<ResolvedLabels> {
  const found: ResolvedLabels = {
    resolved: [],
    faults: [],
    reading: null,
    used: null,
    foreign: [],
    loose: [],
    unknownSuggestions: [],
  };
  const asked: { settled: SettledDraft; question: SampleQuestion; madeUpIds: boolean }[] = [];
  const open: OpenLabel[] = [];
  for (const one of settled) {
    await pace();
    const answers = questionOf(one, binding);
    if (typeof answers === 'string') {
      found.faults.push({ line: one.draft.line, column: null, message: answers });
      continue;
    }
    asked.push({ settled: one, ...answers });
    if (one.label?.as === 'open') open.push({ text: spell(one.label.text, spellings), ...answers });
  }
  if (open.length > 0) {
    found.reading = await chooseReading(open, pace);
    found.used = choices.reading ?? found.reading.reading;
  }
  const decided = new Map(choices.labels.map(({ text, option }) => [text, option]));
  const foreign = new Map<string, ForeignLabel>();
  const loose = new Map<string, { text: string; count: number; option: string }>();
  for (const { settled: one, question } of asked) {
    await pace();
    const { draft } = one;
    const named = (label: DraftLabel): string | null => nameOption(label, question, found.used, spellings);
    let label: string | null = null;
    if (one.label !== null) {
      const { text } = one.label;
      label = named(one.label);
      // While the reading is open, no label is called foreign: the answer decides.
      const isOpen = one.label.as === 'open' && found.used === null;
      if (label === null && !isOpen) {
        const offered = matchLoosely(text, question.options);
        const choice = decided.get(text);
        if (decided.has(text)) label = question.options.some(({ id }) => id === choice) ? (choice ?? null) : null;
        else if (offered !== null && choices.ignore_case_and_space !== false) {
          label = offered;
          if (choices.ignore_case_and_space === null) count(loose, text, { text, count: 0, option: offered });
        } else countForeign(foreign, text, draft.line, offered);
      }
    }
    const suggestion = draft.suggestion === null ? null : named(draft.suggestion.label);
    if (draft.suggestion !== null && suggestion === null) found.unknownSuggestions.push(draft.line);
    found.resolved.push({ settled: one, question, label, suggestion });
  }
  found.foreign = [...foreign.values()].sort((a, b) => b.count - a.count);
  found.loose = [...loose.values()];
  return found;
}

/** The question of a draft in its set, or why it has none there. */
function questionOf(
  { draft }: SettledDraft,
  binding: Binding,
): { question: SampleQuestion; madeUpIds: boolean } | string {
  const own = draft.question;
  if (binding.kind === 'mixed') {
    if (own === null) return 'The row brings no question of its own, and a mixed set needs one.';
    const { madeUpIds, ...question } = own;
    return { question, madeUpIds };
  }
  const { question } = binding;
  if (own === null || own.madeUpIds) return { question, madeUpIds: false };
  // Levels and yes-or-no answers have a place each, whatever they are called.
  if (own.kind !== 'choice' && own.kind === question.kind && own.options.length === question.options.length) {
    return { question, madeUpIds: false };
  }
  const known = new Set(question.options.map(({ id }) => id));
  const others = own.options.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (others.length > 0) return `Its own options are others than the decision’s: ${others.slice(0, 5).join(', ')}.`;
  return { question, madeUpIds: false };
}

function spell(text: string, spellings: ReadonlyMap<string, string>): string {
  return spellings.get(text) ?? text;
}

function nameOption(
  label: DraftLabel,
  question: SampleQuestion,
  reading: LabelReading | null,
  spellings: ReadonlyMap<string, string>,
): string | null {
  const text = spell(label.text, spellings);
  switch (label.as) {
    case 'id':
      return readLabel(text, 'id', question) ?? positional(text, question);
    case 'index':
      return readLabel(text, 'index-0', question);
    case 'truth':
      return readLabel(text, 'truth', question) ?? readLabel(text, 'id', question);
    case 'open':
      return reading === null ? null : readLabel(text, reading, question);
  }
}

/** The ids of yes-or-no and score questions on the wire stand for places: `yes` is the first, `2` the third. */
function positional(text: string, question: SampleQuestion): string | null {
  if (question.kind === 'yes-no') return readLabel(text, 'truth', question);
  return question.kind === 'score' ? readLabel(text, 'index-0', question) : null;
}

function count<T extends { count: number }>(map: Map<string, T>, key: string, fresh: T): T {
  const known = map.get(key) ?? fresh;
  known.count += 1;
  map.set(key, known);
  return known;
}

function countForeign(map: Map<string, ForeignLabel>, text: string, line: number, offered: string | null): void {
  const known = count(map, text, { text, count: 0, lines: [], offered });
  if (known.lines.length < MAX_LINES) known.lines.push(line);
}
