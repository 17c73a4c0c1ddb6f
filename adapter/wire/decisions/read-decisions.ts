import type { Decision } from '../../decision/decision.ts';
import { invalidRequest } from '../../decision/invalid-request.ts';
import { checkRequest } from '../../decision/parse-request.ts';
import type { JsonNode } from '../../json/json-node.ts';

export interface DecisionsRequest {
  decisions: Decision[];
  /** Whether they came as a list, so that the answer is one as well. */
  isList: boolean;
}

const FORM = '{"decision": {…}}, {"decisions": [{…}, …]} or {"state": …, "questions": {…}}';

/**
 * Reads a body of exactly one of `{"decision": {…}}` and `{"decisions": [{…}, …]}`.
 * @param maxDecisions of one request, at most MAX_DECISIONS
 * @throws Fault INVALID_REQUEST with the fields at fault
 */
export function readDecisions(node: JsonNode, maxDecisions: number): DecisionsRequest {
  const keys = node.kind === 'object' ? node.members.map(({ key }) => key) : [];
  if (!keys.includes('decision') && !keys.includes('decisions')) {
    throw invalidRequest([{ path: '', message: 'The body names no decision.', limit: FORM }]);
  }
  const list = node.kind === 'object' ? node.members.find(({ key }) => key === 'decisions')?.value : undefined;
  if (list?.kind === 'array' && list.items.length > maxDecisions) {
    const message = `The list has ${list.items.length} decisions.`;
    throw invalidRequest([{ path: 'decisions', message, limit: `a list of 1 to ${maxDecisions} decisions` }]);
  }
  const { decisions, faults } = checkRequest(node);
  if (faults.length > 0) throw invalidRequest(faults);
  return { decisions, isList: list !== undefined };
}
