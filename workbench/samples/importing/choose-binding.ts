import { MAX_OPTIONS } from '../../../adapter/decision/decision-limits.ts';
import type { Binding } from '../sample-set.ts';
import type { ImportChoices, ImportTarget } from './import-choices.ts';
import type { ImportQuestion } from './import-report.ts';
import { groupAlike } from './match-loosely.ts';
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
  if (target.kind === 'mixed') {
    const none = settled.length > 0 && settled.every(({ draft }) => draft.question === null);
    return none
      ? open('The rows bring no questions of their own, and a mixed set needs them.')
      : done({ kind: 'mixed' });
  }
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
  const spellings = new Map<string, string>();
  const merged: { text: string; count: number; option: string }[] = [];
  for (const group of groupAlike([...counts.keys()])) {
    const option = bestSpelling(group, counts);
    for (const text of group) {
      if (text === option) continue;
      merged.push({ text, count: counts.get(text) ?? 0, option });
      if (mergesAlike !== false) spellings.set(text, option);
    }
  }
  const ids = [...new Set([...counts.keys()].map((text) => spellings.get(text) ?? text))];
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

/** The most frequent spelling, without white space around it; the first one when two are level. */
function bestSpelling(group: readonly string[], counts: ReadonlyMap<string, number>): string {
  const trimmed = new Map<string, number>();
  for (const text of group) trimmed.set(text.trim(), (trimmed.get(text.trim()) ?? 0) + (counts.get(text) ?? 0));
  const [best] = [...trimmed].sort((a, b) => b[1] - a[1]);
  return best?.[0] ?? group[0] ?? '';
}
