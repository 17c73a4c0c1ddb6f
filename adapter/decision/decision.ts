import type { JsonNode } from '../json/json-node.ts';

/** How a question is meant. Every kind maps onto a closed list of options. */
export type QuestionKind = 'choice' | 'yes-no' | 'score';

export interface Option {
  /** The caller's own name of the option; unique within the decision. */
  id: string;
  /** What the model reads; may be empty. */
  description: string;
}

/** One decision, validated: evidence, a question and a closed list of options. */
export interface Decision {
  /** The caller's own; returned, never shown to the model. */
  id: string;
  /** The evidence: a non-empty string, or an object or array as it was written. */
  state: JsonNode;
  question: string;
  /** choice: the options as given; yes-no: two options, true first; score: 2 to 10 levels, low to high. */
  kind: QuestionKind;
  options: Option[];
}
