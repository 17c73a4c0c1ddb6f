import type { DecisionDraft } from '../../../workbench/contract/decision-document.ts';
import type { EngineState } from '../../../workbench/contract/models.ts';

/** The readout that a draft is scored with: its own choice, else the model's default. */
export function effectiveReadout(draft: DecisionDraft, engine: EngineState | undefined): 'letters' | 'texts' | null {
  if (draft.scoring.readout !== null) return draft.scoring.readout;
  return engine?.status === 'ready' ? engine.defaults.readout : null;
}

/**
 * The draft as it is sent to be scored. With texts the order of the options cannot matter, so an order that was
 * chosen for letters is not asked for.
 */
export function draftToScore(draft: DecisionDraft, engine: EngineState | undefined): DecisionDraft {
  if (effectiveReadout(draft, engine) !== 'texts' || draft.scoring.order === 'as-given') return draft;
  return { ...draft, scoring: { ...draft.scoring, order: 'as-given' } };
}

/** Equal for two states exactly when their numbers must be equal; hues and names are not part of it. */
export function scoreKey(draft: DecisionDraft, engine: EngineState | undefined): string {
  const questions = draft.questions.map(({ id, kind, question, options }) => [
    id,
    kind,
    question,
    options.map((option) => [option.id, option.description]),
  ]);
  const by = engine?.status === 'ready' ? [engine.model, engine.report, engine.defaults] : null;
  return JSON.stringify([draft.evidence, questions, draft.scoring, by]);
}
