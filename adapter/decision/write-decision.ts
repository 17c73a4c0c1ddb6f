import type { JsonNode } from '../json/json-node.ts';
import { writeJson } from '../json/write-json.ts';
import type { Decision } from './decision.ts';

/** A decision as the JSON value that parseDecision reads. `kind` is left out for a choice, as people write it. */
export function decisionToJson(decision: Decision): JsonNode {
  const options = decision.options.map(
    (option): JsonNode => ({
      kind: 'object',
      members: [
        { key: 'id', value: { kind: 'string', value: option.id } },
        { key: 'description', value: { kind: 'string', value: option.description } },
      ],
    }),
  );
  const kind: { key: string; value: JsonNode }[] =
    decision.kind === 'choice' ? [] : [{ key: 'kind', value: { kind: 'string', value: decision.kind } }];
  return {
    kind: 'object',
    members: [
      { key: 'id', value: { kind: 'string', value: decision.id } },
      { key: 'state', value: decision.state },
      { key: 'question', value: { kind: 'string', value: decision.question } },
      ...kind,
      { key: 'options', value: { kind: 'array', items: options } },
    ],
  };
}

/**
 * A decision as JSON text that parseRequest reads back to an equal decision, evidence and its numbers included. The
 * same decision always gives the same text. `indent` 0 gives one line, for JSONL.
 */
export function writeDecision(decision: Decision, indent = 2): string {
  return writeJson(decisionToJson(decision), indent);
}
