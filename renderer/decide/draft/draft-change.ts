import type {
  DecisionDraft,
  EvidenceDraft,
  QuestionDraft,
  ScoringChoice,
} from '../../../workbench/contract/decision-document.ts';

/** An option before it has a hue, as when a list is pasted. */
export interface PlainOption {
  id: string;
  description: string;
}

/** Every way in which a person changes a decision. `question` and `option` are indexes. */
export type DraftChange =
  | { type: 'name'; name: string }
  | { type: 'evidence'; evidence: Partial<EvidenceDraft> }
  | { type: 'scoring'; scoring: Partial<ScoringChoice> }
  | { type: 'question-text'; question: number; text: string }
  | { type: 'question-id'; question: number; id: string }
  | { type: 'question-kind'; question: number; kind: QuestionDraft['kind'] }
  | { type: 'question-add' }
  | { type: 'question-remove'; question: number }
  | { type: 'option-id'; question: number; option: number; id: string }
  | { type: 'option-description'; question: number; option: number; description: string }
  | { type: 'option-add'; question: number; at: number }
  | { type: 'option-remove'; question: number; option: number }
  | { type: 'option-move'; question: number; from: number; to: number }
  | { type: 'options-reverse'; question: number }
  | { type: 'options-insert'; question: number; at: number; options: PlainOption[]; replace: boolean }
  | { type: 'replace'; name: string; draft: DecisionDraft };

/** What is edited: everything that a document keeps. */
export interface Draft {
  name: string;
  draft: DecisionDraft;
}
