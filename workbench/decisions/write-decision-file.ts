import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { decisionToJson } from '../../adapter/decision/write-decision.ts';
import { writeJson } from '../../adapter/json/write-json.ts';
import type { DecisionDraft } from '../contract/decision-document.ts';
import { draftToDecisions } from './draft-to-decisions.ts';

/**
 * A draft as a decision file: one decision as itself, several as `{"decisions": […]}`. Reading it back gives the same
 * decisions; how they are scored is the configuration's and not in it.
 * @throws Fault INVALID_REQUEST with the draft's fields
 */
export function writeDecisionFile(name: string, draft: DecisionDraft): { file_name: string; text: string } {
  const { decisions, faults } = draftToDecisions(draft);
  if (decisions === null) throw invalidRequest(faults);
  const nodes = decisions.map(decisionToJson);
  const only = nodes.length === 1 ? nodes[0] : undefined;
  const node = only ?? {
    kind: 'object' as const,
    members: [{ key: 'decisions', value: { kind: 'array' as const, items: nodes } }],
  };
  return { file_name: fileName(name), text: `${writeJson(node, 2)}\n` };
}

// What every file system takes, with room for an ending.
const MAX_FILE_NAME = 80;

function fileName(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_FILE_NAME);
  return `${words === '' ? 'decision' : words}.json`;
}
