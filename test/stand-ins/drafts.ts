import type { DecisionDraft, QuestionDraft } from '../../workbench/contract/decision-document.ts';

/** A draft with one choice among `ids`, and `evidence` as its text. */
export function choiceDraft(evidence: string, ids: readonly string[] = ['yes', 'no']): DecisionDraft {
  return {
    evidence: { format: 'text', text: evidence },
    questions: [choiceQuestion('q1', ids)],
    scoring: {
      readout: null,
      prompt_version: null,
      template: null,
      order: 'as-given',
      temperature: null,
      configuration: null,
    },
  };
}

export function choiceQuestion(id: string, ids: readonly string[]): QuestionDraft {
  return {
    id,
    kind: 'choice',
    question: `Which of ${ids.join(', ')}?`,
    options: ids.map((option, hue) => ({ id: option, description: `About ${option}.`, hue })),
  };
}
