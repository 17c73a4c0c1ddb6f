import type { JsonNode } from '../../json/json-node.ts';
import { writePythonJson } from '../../json/python-json.ts';

/**
 * A text of a request as the prompt will show it: a string as it is, an object or array as the prompts write evidence.
 * Null for anything else, which is no text.
 */
export function readText(node: JsonNode): string | null {
  if (node.kind === 'string') return node.value;
  return node.kind === 'object' || node.kind === 'array' ? writePythonJson(node) : null;
}
