import type { FieldFault } from '../fault.ts';
import type { JsonNode } from '../json/json-node.ts';
import { stepInto } from '../json/json-path.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Decision } from './decision.ts';
import { MAX_DECISIONS } from './decision-limits.ts';
import { invalidRequest } from './invalid-request.ts';
import { checkDecision } from './parse-decision.ts';

/**
 * The decisions of a file or a request body: one decision, `{"decision": …}`, or `{"decisions": [1 to 8 of them]}` with
 * ids that differ.
 * @throws Fault INVALID_REQUEST with all faults, paths as in `decisions[1].options[0].id`
 */
export function parseRequest(input: string | Uint8Array): Decision[] {
  const checked = checkRequest(parseJson(input));
  if (checked.faults.length > 0) throw invalidRequest(checked.faults);
  return checked.decisions;
}

/** The same for a value that is parsed already, without throwing. `decisions` are those that have no fault. */
export function checkRequest(node: JsonNode, path = ''): { decisions: Decision[]; faults: FieldFault[] } {
  const only = node.kind === 'object' && node.members.length === 1 ? node.members[0] : undefined;
  if (only?.key === 'decision') return checkList([only.value], () => stepInto(path, 'decision'));
  if (only?.key !== 'decisions') {
    const mixed = node.kind === 'object' && node.members.find(({ key }) => key === 'decision' || key === 'decisions');
    if (mixed) {
      const fault = { path: stepInto(path, mixed.key), message: 'Other fields stand beside it.', limit: 'it alone' };
      return { decisions: [], faults: [fault] };
    }
    return checkList([node], () => path);
  }
  const at = stepInto(path, 'decisions');
  const limit = `a list of 1 to ${MAX_DECISIONS} decisions`;
  if (only.value.kind !== 'array') return { decisions: [], faults: [{ path: at, message: 'This is no list.', limit }] };
  const items = only.value.items;
  if (items.length === 0) return { decisions: [], faults: [{ path: at, message: 'The list is empty.', limit }] };
  if (items.length > MAX_DECISIONS) {
    return { decisions: [], faults: [{ path: at, message: `The list has ${items.length} decisions.`, limit }] };
  }
  return checkList(items, (index) => stepInto(at, index));
}

function checkList(nodes: JsonNode[], pathOf: (index: number) => string) {
  const decisions: Decision[] = [];
  const faults: FieldFault[] = [];
  const firstWith = new Map<string, string>();
  for (const [index, node] of nodes.entries()) {
    const path = pathOf(index);
    const checked = checkDecision(node, path);
    faults.push(...checked.faults);
    if (checked.decision === null) continue;
    decisions.push(checked.decision);
    const earlier = firstWith.get(checked.decision.id);
    if (earlier === undefined) firstWith.set(checked.decision.id, path);
    else {
      faults.push({ path: stepInto(path, 'id'), message: `The same id stands at ${earlier}.`, limit: 'each id once' });
    }
  }
  return { decisions, faults };
}
