import { decisionToJson } from '../../../adapter/decision/write-decision.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import type { SnippetQuestion } from './snippet.ts';

/** Tokens that the standard path generates: a short answer. */
export const MAX_ANSWER_TOKENS = 64;

/** The body of a request, as it was written: key order and numbers of the evidence included. */
export function snippetBody(asks: SnippetQuestion): JsonNode {
  if (asks.path === 'decisions') {
    return { kind: 'object', members: [{ key: 'decision', value: decisionToJson(asks.decision) }] };
  }
  const message: JsonNode = {
    kind: 'object',
    members: [
      { key: 'role', value: { kind: 'string', value: 'user' } },
      { key: 'content', value: { kind: 'string', value: asks.message } },
    ],
  };
  return {
    kind: 'object',
    members: [
      { key: 'messages', value: { kind: 'array', items: [message] } },
      { key: 'max_tokens', value: { kind: 'number', text: String(MAX_ANSWER_TOKENS) } },
      { key: 'stream', value: { kind: 'boolean', value: false } },
    ],
  };
}
