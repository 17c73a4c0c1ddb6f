import { MAX_FAULTS, MAX_STATE_LENGTH } from '../../decision/decision-limits.ts';
import type { JsonNode } from '../../json/json-node.ts';
import type { Question, SystemOneRequest, ValidationDetail } from './question.ts';
import { readQuestion } from './read-question.ts';
import { readText } from './read-text.ts';
import { DEFAULT_MODEL, MAX_QUESTIONS } from './system-one-limits.ts';

/** A request, or everything that is wrong with it. */
export type ReadSystemOne = { request: SystemOneRequest } | { request: null; details: ValidationDetail[] };

/** Reads the body of a System One request. Unknown top-level fields are tolerated. */
export function readSystemOne(node: JsonNode): ReadSystemOne {
  const details: ValidationDetail[] = [];
  const report = (loc: ValidationDetail['loc'], msg: string, type: string): void => {
    if (details.length < MAX_FAULTS) details.push({ loc, msg, type });
  };
  if (node.kind !== 'object') {
    report(['body'], 'Input should be an object', 'dict_type');
    return { request: null, details };
  }
  const fields = new Map(node.members.map(({ key, value }) => [key, value]));

  const state = fields.get('state');
  const at = ['body', 'state'];
  const evidence = state === undefined ? null : readText(state);
  if (state === undefined) report(at, 'Field required', 'missing');
  else if (evidence === null) report(at, 'Input should be a string, an object or an array', 'string_type');
  else if (evidence === '') report(at, 'The state should have at least 1 character', 'string_too_short');
  else if (evidence.length > MAX_STATE_LENGTH) {
    report(at, `The state should have at most ${MAX_STATE_LENGTH} characters`, 'string_too_long');
  }

  const model = fields.get('model');
  if (model !== undefined && model.kind !== 'string') {
    report(['body', 'model'], 'Input should be a string', 'string_type');
  }

  const questions = readQuestions(fields.get('questions'), report);
  if (details.length > 0 || state === undefined || questions === null) return { request: null, details };
  return { request: { model: model?.kind === 'string' ? model.value : DEFAULT_MODEL, state, questions } };
}

function readQuestions(
  node: JsonNode | undefined,
  report: (loc: ValidationDetail['loc'], msg: string, type: string) => void,
): Question[] | null {
  const loc = ['body', 'questions'];
  if (node === undefined) report(loc, 'Field required', 'missing');
  else if (node.kind !== 'object') report(loc, 'Input should be an object of questions by id', 'dict_type');
  else if (node.members.length === 0) report(loc, 'There should be at least 1 question, not 0', 'too_short');
  else if (node.members.length > MAX_QUESTIONS) {
    report(loc, `There should be at most ${MAX_QUESTIONS} questions, not ${node.members.length}`, 'too_long');
  } else {
    const questions: Question[] = [];
    for (const { key, value } of node.members) {
      if (key === '') report(loc, 'A question id should have at least 1 character', 'string_too_short');
      const question = readQuestion(key, value, [...loc, key], report);
      if (question !== null) questions.push(question);
    }
    return questions;
  }
  return null;
}
