import type { Decision } from '../../adapter/decision/decision.ts';
import { MAX_DECISIONS } from '../../adapter/decision/decision-limits.ts';
import { checkDecision } from '../../adapter/decision/parse-decision.ts';
import { decisionToJson } from '../../adapter/decision/write-decision.ts';
import { Fault, type FieldFault } from '../../adapter/fault.ts';
import type { JsonNode } from '../../adapter/json/json-node.ts';
import { parseJson } from '../../adapter/json/parse-json.ts';
import type { DecisionDraft, EvidenceDraft, QuestionDraft } from '../contract/decision-document.ts';

/** The decisions of a draft, or everything that is wrong with it. */
export type CheckedDraft = { decisions: Decision[]; faults: [] } | { decisions: null; faults: FieldFault[] };

/**
 * The decisions that a draft stands for, one for each question, or all its faults with paths in the draft's own terms:
 * `evidence`, `questions[0].question`, `questions[0].options[2].id`. JSON evidence is parsed without loss; what is
 * wrong with it names line and column. Pure: the interface checks with it while a person types.
 */
export function draftToDecisions(draft: DecisionDraft): CheckedDraft {
  const evidence = readEvidence(draft.evidence);
  const faults: FieldFault[] = [...evidence.faults, ...checkCount(draft.questions.length)];
  // One question too many is told above; what is wrong with each of ten thousand helps nobody.
  const questions = draft.questions.slice(0, MAX_DECISIONS);
  faults.push(...checkIds(questions));
  const decisions: Decision[] = [];
  // The evidence is everybody's and may be long: it is checked with the first question, and its faults are told once.
  let state = evidence.state;
  for (const [index, question] of questions.entries()) {
    const path = `questions[${index}]`;
    const options = question.options.map(({ id, description }) => ({ id, description }));
    const { id, kind, question: text } = question;
    const checked = checkDecision(decisionToJson({ id, state, kind, question: text, options }), path);
    for (const fault of checked.faults) {
      faults.push(fault.path === `${path}.state` ? { ...fault, path: 'evidence' } : fault);
    }
    if (checked.decision !== null) decisions.push({ ...checked.decision, state: evidence.state });
    state = STAND_IN;
  }
  return faults.length > 0 ? { decisions: null, faults } : { decisions, faults: [] };
}

// Takes the evidence's place where it was checked already or cannot be read, so that the other fields' faults come.
const STAND_IN: JsonNode = { kind: 'object', members: [] };

function readEvidence({ format, text }: EvidenceDraft): { state: JsonNode; faults: FieldFault[] } {
  if (format === 'text') return { state: { kind: 'string', value: text }, faults: [] };
  if (text.trim() === '') return refuse('The evidence is empty.', 'a JSON object or array');
  try {
    const state = parseJson(text, { base: 'evidence' });
    if (state.kind === 'object' || state.kind === 'array') return { state, faults: [] };
    return refuse(
      'JSON evidence must be an object or an array. A text needs no quotes as text.',
      'an object or an array',
    );
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // The place inside the JSON stays in the message (line and column); the field is the evidence.
    return { state: STAND_IN, faults: error.fields.map((field) => ({ ...field, path: 'evidence' })) };
  }
}

function refuse(message: string, limit: string): { state: JsonNode; faults: FieldFault[] } {
  return { state: STAND_IN, faults: [{ path: 'evidence', message, limit }] };
}

function checkCount(questions: number): FieldFault[] {
  const limit = `1 to ${MAX_DECISIONS} questions`;
  if (questions === 0) return [{ path: 'questions', message: 'There is no question.', limit }];
  if (questions <= MAX_DECISIONS) return [];
  return [{ path: 'questions', message: `There are ${questions} questions.`, limit }];
}

function checkIds(questions: readonly QuestionDraft[]): FieldFault[] {
  const used = new Set<string>();
  const faults: FieldFault[] = [];
  for (const [index, { id }] of questions.entries()) {
    if (used.has(id)) {
      const message = 'An earlier question has the same id.';
      faults.push({ path: `questions[${index}].id`, message, limit: 'each id once' });
    }
    used.add(id);
  }
  return faults;
}
