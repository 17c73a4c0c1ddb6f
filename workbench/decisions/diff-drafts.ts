import type { DecisionDraft, OptionDraft, QuestionDraft, ScoringChoice } from '../contract/decision-document.ts';
import { type Pair, pairItems } from './pair-items.ts';

/**
 * One difference between two drafts. `question` is the index of the question in the later draft, or in the earlier one
 * when it was removed; `option` is the option's id in the later draft, or in the earlier one when it was removed.
 */
export type DraftDifference =
  | { what: 'evidence-format'; before: string; after: string }
  | { what: 'evidence-text'; before: string; after: string }
  | { what: 'question-added' | 'question-removed'; question: number; value: QuestionDraft }
  | { what: 'question-moved'; question: number; before: number; after: number }
  | { what: 'question-id' | 'question-text' | 'question-kind'; question: number; before: string; after: string }
  | { what: 'option-added' | 'option-removed'; question: number; option: string; value: OptionDraft }
  | { what: 'option-renamed'; question: number; before: string; after: string }
  | { what: 'option-moved'; question: number; option: string; before: number; after: number }
  | { what: 'option-description'; question: number; option: string; before: string; after: string }
  | { what: 'scoring'; field: keyof ScoringChoice; before: string | number | null; after: string | number | null };

/**
 * Everything in which two drafts differ, in reading order: evidence, questions with their options, scoring. An empty
 * list when they are the same but for colours. Questions are matched by id, then by place; options by id, then by
 * description, then by hue (which stays with an option that is renamed).
 */
export function diffDrafts(before: DecisionDraft, after: DecisionDraft): DraftDifference[] {
  return [
    ...diffEvidence(before, after),
    ...diffQuestions(before.questions, after.questions),
    ...diffScoring(before.scoring, after.scoring),
  ];
}

function diffEvidence(before: DecisionDraft, after: DecisionDraft): DraftDifference[] {
  const differences: DraftDifference[] = [];
  for (const field of ['format', 'text'] as const) {
    const [was, is] = [before.evidence[field], after.evidence[field]];
    if (was !== is) differences.push({ what: `evidence-${field}`, before: was, after: is });
  }
  return differences;
}

function diffQuestions(before: readonly QuestionDraft[], after: readonly QuestionDraft[]): DraftDifference[] {
  const pairs = pairItems(before, after, [({ id }) => id, (_, index) => `${index}`]);
  const differences: DraftDifference[] = [];
  for (const question of unpaired(before, pairs)) {
    const value = before[question];
    if (value !== undefined) differences.push({ what: 'question-removed', question, value });
  }
  for (const [question, value] of after.entries()) {
    const pair = pairs[question];
    const was = before[pair?.before ?? -1];
    if (!pair || was === undefined) {
      differences.push({ what: 'question-added', question, value });
      continue;
    }
    if (pair.moved) differences.push({ what: 'question-moved', question, before: pair.before, after: question });
    const texts = [
      ['question-id', was.id, value.id],
      ['question-text', was.question, value.question],
      ['question-kind', was.kind, value.kind],
    ] as const;
    for (const [what, left, right] of texts) {
      if (left !== right) differences.push({ what, question, before: left, after: right });
    }
    differences.push(...diffOptions(was.options, value.options, question));
  }
  return differences;
}

function diffOptions(
  before: readonly OptionDraft[],
  after: readonly OptionDraft[],
  question: number,
): DraftDifference[] {
  // An empty description describes nothing, and a hue is taken over by the next new option: it tells least.
  const described = ({ description }: OptionDraft) => (description === '' ? null : description);
  const pairs = pairItems(before, after, [({ id }) => id, described, ({ hue }) => `${hue}`]);
  const differences: DraftDifference[] = [];
  for (const index of unpaired(before, pairs)) {
    const value = before[index];
    if (value !== undefined) differences.push({ what: 'option-removed', question, option: value.id, value });
  }
  for (const [index, value] of after.entries()) {
    const pair = pairs[index];
    const was = before[pair?.before ?? -1];
    const option = value.id;
    if (!pair || was === undefined) {
      differences.push({ what: 'option-added', question, option, value });
      continue;
    }
    if (was.id !== option) differences.push({ what: 'option-renamed', question, before: was.id, after: option });
    if (pair.moved) differences.push({ what: 'option-moved', question, option, before: pair.before, after: index });
    if (was.description !== value.description) {
      const texts = { before: was.description, after: value.description };
      differences.push({ what: 'option-description', question, option, ...texts });
    }
  }
  return differences;
}

/** Indexes of the earlier items that have no partner. */
function unpaired(before: readonly unknown[], pairs: readonly (Pair | null)[]): number[] {
  const paired = new Set(pairs.map((pair) => pair?.before));
  return [...before.keys()].filter((index) => !paired.has(index));
}

const scoringFields = ['readout', 'prompt_version', 'template', 'order', 'temperature', 'configuration'] as const;

function diffScoring(before: ScoringChoice, after: ScoringChoice): DraftDifference[] {
  return scoringFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ what: 'scoring', field, before: before[field], after: after[field] }));
}
