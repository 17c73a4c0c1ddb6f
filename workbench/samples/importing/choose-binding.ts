import { MAX_OPTIONS } from '../../../adapter/decision/decision-limits.ts';
import type { Binding } from '../sample-set.ts';
import type { ImportChoices, ImportTarget } from './import-choices.ts';
import type { ImportQuestion } from './import-report.ts';
import { findAlike } from './match-loosely.ts';
import type { SettledDraft } from './settle-answers.ts';

export interface ChosenBinding {
  binding: Binding | null;
  /** Spellings of labels that were put together, to the spelling that is the option's id. */
  spellings: Map<string, string>;
  question: ImportQuestion | null;
}

/**
 * What the set will be bound to. A new decision is made of the rows' question when they all have the same, else of the
 * distinct labels.
 */
export function chooseBinding(
  settled: readonly SettledDraft[],
  target: ImportTarget,
  choices: Pick<ImportChoices, 'ignore_case_and_space'>,
): ChosenBinding {
  const done = (binding: Binding): ChosenBinding => ({ binding, spellings: new Map(), question: null });
  const open = (why: string): ChosenBinding => ({
    binding: null,
    spellings: new Map(),
    question: { ask: 'target', why },
  });
  if (target.kind === 'mixed') return done({ kind: 'mixed' });
  if (target.kind === 'bound') return done({ ...target });

  const own = new Map(settled.map(({ draft }) => [JSON.stringify(draft.question), draft.question]));
  if (own.size > 1) {
    return open('The rows bring different questions: import them as a mixed set, or choose one of the questions.');
  }
  const [question] = own.values();
  if (question) {
    const { kind, options } = question;
    return done({ kind: 'bound', decision: null, question: { kind, question: question.question, options } });
  }
  return bindToLabels(settled, target.question, choices.ignore_case_and_space);
}

function bindToLabels(settled: readonly SettledDraft[], question: string, mergesAlike: boolean | null): ChosenBinding {
  const counts = new Map<string, number>();
  for (const { label } of settled) if (label !== null) counts.set(label.text, (counts.get(label.text) ?? 0) + 1);
  const alike = findAlike([...counts.keys()]);
  const spellings = new Map<string, string>();
  const merged: { text: string; count: number; option: string }[] = [];
  for (const group of alike) {
    // The most frequent spelling is the option; the first one when two are level.
    const option = group.reduce((a, b) => ((counts.get(b) ?? 0) > (counts.get(a) ?? 0) ? b : a));
    for (const text of group) {
      if (text === option) continue;
      merged.push({ text, count: counts.get(text) ?? 0, option });
      if (mergesAlike !== false) spellings.set(text, option);
    }
  }
  const ids = [...counts.keys()].filter((text) => !spellings.has(text));
  const sorted = ids.every((id) => /^-?\d{1,9}$/.test(id)) ? ids.toSorted((a, b) => Number(a) - Number(b)) : ids;
  if (sorted.length < 2 || sorted.length > MAX_OPTIONS) {
    const why = `The labels give ${sorted.length} different options, and a decision has 2 to ${MAX_OPTIONS}. Choose the column of the labels, or a decision.`;
    return { binding: null, spellings, question: { ask: 'target', why } };
  }
  return {
    binding: {
      kind: 'bound',
      decision: null,
      question: { kind: 'choice', question, options: sorted.map((id) => ({ id, description: '' })) },
    },
    spellings,
    question: merged.length > 0 && mergesAlike === null ? { ask: 'ignore-case-and-space', labels: merged } : null,
  };
}
