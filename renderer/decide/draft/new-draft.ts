import type { DecisionDraft, OptionDraft, QuestionDraft } from '../../../workbench/contract/decision-document.ts';

/** An empty decision: one choice with two options to fill in. */
export function newDraft(): DecisionDraft {
  return {
    evidence: { format: 'text', text: '' },
    questions: [newQuestion([])],
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

/** A question with an id that none of the others has. */
export function newQuestion(others: readonly QuestionDraft[]): QuestionDraft {
  const used = new Set(others.map((question) => question.id));
  let number = others.length + 1;
  while (used.has(`question-${number}`)) number += 1;
  return {
    id: `question-${number}`,
    kind: 'choice',
    question: '',
    options: [
      { id: '', description: '', hue: 0 },
      { id: '', description: '', hue: 1 },
    ],
  };
}

export function yesAndNo(): OptionDraft[] {
  return [
    { id: 'yes', description: '', hue: 0 },
    { id: 'no', description: '', hue: 1 },
  ];
}
