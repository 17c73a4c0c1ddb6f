import type { DecisionDraft } from '../../contract/decision-document.ts';
import type { SetView } from './set-view.ts';

/**
 * Why samples do not fit the decision of their set as it is now, by id: their label is no option of it any more. Empty
 * for mixed sets, and for sets whose decision is not in the workspace.
 * @param draft the decision document as it is now; null when there is none
 */
export function listMisfits(view: SetView, draft: DecisionDraft | null): ReadonlyMap<string, string> {
  const misfits = new Map<string, string>();
  const { binding } = view.set;
  if (binding.kind === 'mixed') return misfits;
  const reference = binding.decision;
  const question =
    reference === null || draft === null ? undefined : draft.questions.find(({ id }) => id === reference.question_id);
  const options = new Set((question ?? binding.question).options.map(({ id }) => id));
  const decision = question === undefined ? 'of the set’s question' : 'of the decision any more';
  for (const { sample } of view.entries) {
    if (sample.label === null || options.has(sample.label)) continue;
    misfits.set(sample.id, `Its label “${sample.label}” is no option ${decision}.`);
  }
  return misfits;
}
