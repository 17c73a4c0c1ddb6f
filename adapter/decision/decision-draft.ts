import type { FieldFault } from '../fault.ts';
import { Fault } from '../fault.ts';
import type { JsonNode } from '../json/json-node.ts';
import { parseJson } from '../json/parse-json.ts';
import { writeJson } from '../json/write-json.ts';
import type { Decision, Option, QuestionKind } from './decision.ts';
import { type CheckedDecision, checkDecision } from './parse-decision.ts';
import { decisionToJson } from './write-decision.ts';

/** A decision while a person writes it: all text, nothing validated. */
export interface DecisionDraft {
  id: string;
  /** The evidence as it stands in the field; with `json`, text that is yet to be parsed. */
  state: { as: 'text' | 'json'; text: string };
  question: string;
  kind: QuestionKind;
  options: Option[];
}

/**
 * The decision that a draft stands for, or all its faults, with the paths of a request (`options[2].id`, `state`), so
 * that a form can show each beside its field. Pure: it runs in a window as well as in a server.
 */
export function checkDraft(draft: DecisionDraft): CheckedDecision {
  const evidence = readEvidence(draft.state);
  // A stand-in keeps the other fields' faults coming while the evidence cannot be read.
  const state: JsonNode = evidence.node ?? { kind: 'object', members: [] };
  const checked = checkDecision(decisionToJson({ ...draft, state }));
  if (evidence.node !== null) return checked;
  return { decision: null, faults: [...evidence.faults, ...checked.faults] };
}

/** The faults alone; an empty list when the draft can be scored. */
export function listDraftFaults(draft: DecisionDraft): FieldFault[] {
  return checkDraft(draft).faults;
}

/** The draft that shows a decision; JSON evidence is indented, its numbers and order as they were. */
export function draftOfDecision(decision: Decision): DecisionDraft {
  const { id, question, kind, state } = decision;
  const options = decision.options.map((option) => ({ ...option }));
  if (state.kind === 'string') return { id, question, kind, options, state: { as: 'text', text: state.value } };
  return { id, question, kind, options, state: { as: 'json', text: writeJson(state, 2) } };
}

function readEvidence(state: DecisionDraft['state']): { node: JsonNode | null; faults: FieldFault[] } {
  if (state.as === 'text') return { node: { kind: 'string', value: state.text }, faults: [] };
  try {
    const node = parseJson(state.text, { base: 'state' });
    if (node.kind === 'object' || node.kind === 'array') return { node, faults: [] };
    const message = 'JSON evidence must be an object or an array; a text needs no quotes.';
    return { node: null, faults: [{ path: 'state', message, limit: 'an object or an array' }] };
  } catch (error) {
    if (error instanceof Fault) return { node: null, faults: error.fields };
    throw error;
  }
}
