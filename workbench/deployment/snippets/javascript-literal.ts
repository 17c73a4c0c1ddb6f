import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { writeJson } from '../../../adapter/json/write-json.ts';

/**
 * A JavaScript expression whose value is the JSON text of a body. JavaScript's own objects move keys that look like
 * numbers to the front and lose digits: what they would change is embedded as text.
 */
export function javascriptBody(node: JsonNode): string {
  const text = writeJson(node);
  return keepsItsForm(text) && !text.includes('"__proto__"')
    ? `JSON.stringify(${writeJson(node, 2)})`
    : `\n  // As text: an object of JavaScript would change its numbers or the order of its keys.\n  ${JSON.stringify(text)}`;
}

function keepsItsForm(text: string): boolean {
  return JSON.stringify(JSON.parse(text)) === text;
}
