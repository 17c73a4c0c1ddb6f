import type { JsonNode } from '../../json/json-node.ts';

/** What is asked of one question; texts that were objects or arrays are JSON as the prompt writes it. */
export type Question = { id: string; instructions: string | null } & (
  | { type: 'noul'; yes: string | null; no: string | null }
  | { type: 'choice'; options: { name: string; description: string | null }[] }
  | { type: 'score'; levels: { description: string; legend: JsonNode }[] }
);
export type QuestionType = Question['type'];

/** A System One request, read and checked. */
export interface SystemOneRequest {
  /** As it was given; `default` when it was left out. */
  model: string;
  state: JsonNode;
  /** In the order of the request; ids differ. */
  questions: Question[];
}

/** One thing that is wrong with a request, in the form that this interface uses. */
export interface ValidationDetail {
  loc: (string | number)[];
  msg: string;
  type: string;
}
