import type { DecisionDraft, OptionDraft, QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import { freeHue } from '../../app/theme/hues.ts';
import type { Draft, DraftChange, PlainOption } from './draft-change.ts';
import { newQuestion, yesAndNo } from './new-draft.ts';

/** The draft after one change. Nothing but what the change names differs; a change that does nothing returns `before`. */
export function applyChange(before: Draft, change: DraftChange): Draft {
  const { draft } = before;
  switch (change.type) {
    case 'name':
      return { ...before, name: change.name };
    case 'replace':
      return { name: change.name, draft: withDistinctHues(change.draft) };
    case 'evidence':
      return { ...before, draft: { ...draft, evidence: { ...draft.evidence, ...change.evidence } } };
    case 'scoring':
      return { ...before, draft: { ...draft, scoring: { ...draft.scoring, ...change.scoring } } };
    case 'question-add':
      return { ...before, draft: { ...draft, questions: [...draft.questions, newQuestion(draft.questions)] } };
    case 'question-remove':
      if (draft.questions.length <= 1) return before;
      return { ...before, draft: { ...draft, questions: draft.questions.filter((_, at) => at !== change.question) } };
    default: {
      const question = draft.questions[change.question];
      if (question === undefined) return before;
      const changed = changeQuestion(question, change);
      if (changed === question) return before;
      return { ...before, draft: { ...draft, questions: draft.questions.with(change.question, changed) } };
    }
  }
}

type QuestionChange = Exclude<
  DraftChange,
  { type: 'name' | 'replace' | 'evidence' | 'scoring' | 'question-add' | 'question-remove' }
>;

function changeQuestion(question: QuestionDraft, change: QuestionChange): QuestionDraft {
  const { options } = question;
  switch (change.type) {
    case 'question-text':
      return { ...question, question: change.text };
    case 'question-id':
      return { ...question, id: change.id };
    case 'question-kind':
      return changeKind(question, change.kind);
    case 'option-id':
      return changeOption(question, change.option, { id: change.id });
    case 'option-description':
      return changeOption(question, change.option, { description: change.description });
    case 'option-add':
      return {
        ...question,
        options: options.toSpliced(change.at, 0, { id: '', description: '', hue: freeHue(options) }),
      };
    case 'option-remove':
      return { ...question, options: options.filter((_, at) => at !== change.option) };
    case 'option-move': {
      const moved = options[change.from];
      if (moved === undefined || change.to < 0 || change.to >= options.length || change.from === change.to) {
        return question;
      }
      return { ...question, options: options.toSpliced(change.from, 1).toSpliced(change.to, 0, moved) };
    }
    case 'options-reverse':
      return { ...question, options: options.toReversed() };
    case 'options-insert':
      return {
        ...question,
        options: change.replace
          ? withHues([], change.options)
          : options.toSpliced(change.at, 0, ...withHues(options, change.options)),
      };
  }
}

function changeOption(question: QuestionDraft, at: number, patch: Partial<OptionDraft>): QuestionDraft {
  const option = question.options[at];
  if (option === undefined) return question;
  return { ...question, options: question.options.with(at, { ...option, ...patch }) };
}

/** Yes/no has exactly two options; two that somebody has written are kept as yes and no, in that order. */
function changeKind(question: QuestionDraft, kind: QuestionDraft['kind']): QuestionDraft {
  if (kind === question.kind) return question;
  const { options } = question;
  const empty = options.every(({ id, description }) => id === '' && description === '');
  if (kind === 'yes-no' && (options.length !== 2 || empty)) return { ...question, kind, options: yesAndNo() };
  // Levels run from low to high, and nobody has written these two.
  const given = yesAndNo().every(({ id }, at) => options[at]?.id === id && options[at]?.description === '');
  if (question.kind === 'yes-no' && kind === 'score' && given) {
    return { ...question, kind, options: options.map((option) => ({ ...option, id: '' })) };
  }
  return { ...question, kind };
}

/**
 * The draft with a hue of its own for every option of a question; drafts from elsewhere may use one twice. The first
 * option with a hue keeps it.
 */
export function withDistinctHues(draft: DecisionDraft): DecisionDraft {
  const questions = draft.questions.map((question) => {
    const used = new Set<number>();
    const options = question.options.map((option) => {
      const clash = used.has(option.hue);
      const hue = clash ? freeHue([...question.options, ...[...used].map((hue) => ({ hue }))]) : option.hue;
      used.add(hue);
      return clash ? { ...option, hue } : option;
    });
    return { ...question, options };
  });
  return { ...draft, questions };
}

/** Gives each option a hue that neither the present options nor the ones before it have. */
export function withHues(present: readonly OptionDraft[], added: readonly PlainOption[]): OptionDraft[] {
  const all = [...present];
  const result: OptionDraft[] = [];
  for (const option of added) {
    const withHue = { id: option.id, description: option.description, hue: freeHue(all) };
    all.push(withHue);
    result.push(withHue);
  }
  return result;
}
