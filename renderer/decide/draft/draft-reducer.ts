import { applyChange } from './apply-change.ts';
import type { Draft, DraftChange } from './draft-change.ts';

/** A draft with everything that can be undone and done again. */
export interface DraftState {
  present: Draft;
  /** Oldest first. */
  past: Draft[];
  /** The next to do again last. */
  future: Draft[];
  /** The question that is being edited and whose details are shown. */
  selected: number;
  /** What the last change typed into, and when (milliseconds); typing on goes into the same undo step. */
  typing: { field: string; at: number } | null;
}

export type DraftAction =
  | { type: 'change'; change: DraftChange; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'select'; question: number };

/** Typing in one field within this time is one step, so that undo takes back a phrase and not a letter. */
export const COALESCE_MS = 1000;
/** Steps kept; a draft is shared between steps except for what changed, so this is small. */
export const MAX_UNDO_STEPS = 500;

export function openDraft(draft: Draft): DraftState {
  return { present: draft, past: [], future: [], selected: 0, typing: null };
}

export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  switch (action.type) {
    case 'select':
      return { ...state, selected: within(action.question, state.present) };
    case 'undo': {
      const previous = state.past.at(-1);
      if (previous === undefined) return state;
      return step(state, previous, state.past.slice(0, -1), [...state.future, state.present]);
    }
    case 'redo': {
      const next = state.future.at(-1);
      if (next === undefined) return state;
      return step(state, next, [...state.past, state.present], state.future.slice(0, -1));
    }
    case 'change':
      return change(state, action.change, action.at);
  }
}

function change(state: DraftState, made: DraftChange, at: number): DraftState {
  const present = applyChange(state.present, made);
  if (present === state.present) return state;
  const field = typedField(made);
  const goesOn =
    field !== null && state.typing?.field === field && at - state.typing.at <= COALESCE_MS && state.past.length > 0;
  const past = goesOn ? state.past : [...state.past, state.present].slice(-MAX_UNDO_STEPS);
  const selected = made.type === 'question-add' ? present.draft.questions.length - 1 : within(state.selected, present);
  return { present, past, future: [], selected, typing: field === null ? null : { field, at } };
}

function step(state: DraftState, present: Draft, past: Draft[], future: Draft[]): DraftState {
  return { present, past, future, selected: within(state.selected, present), typing: null };
}

function within(question: number, draft: Draft): number {
  return Math.max(0, Math.min(question, draft.draft.questions.length - 1));
}

/** The text field that a change types into; null for a change that always is a step of its own. */
function typedField(made: DraftChange): string | null {
  switch (made.type) {
    case 'name':
      return 'name';
    case 'evidence':
      return made.evidence.format === undefined ? 'evidence' : null;
    case 'scoring':
      // Choosing a configuration brings a temperature, which nobody typed.
      return made.scoring.temperature == null || made.scoring.configuration !== undefined ? null : 'temperature';
    case 'question-text':
    case 'question-id':
      return `${made.type} ${made.question}`;
    case 'option-id':
    case 'option-description':
      return `${made.type} ${made.question} ${made.option}`;
    default:
      return null;
  }
}
