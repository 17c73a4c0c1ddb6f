import type { JsonNode } from '../../../adapter/json/json-node.ts';

/**
 * A JSON value as a Python expression that `json.dumps` writes back to an equal value: dictionaries keep their order,
 * long integers their digits.
 * @param margin blanks before each line but the first
 */
export function pythonLiteral(node: JsonNode, margin = ''): string {
  const inner = `${margin}    `;
  switch (node.kind) {
    case 'string':
      // A JSON string is a Python string as well; a lone half of a pair could not be printed.
      return JSON.stringify(node.value);
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? 'True' : 'False';
    case 'null':
      return 'None';
    case 'array':
      if (node.items.length === 0) return '[]';
      return `[\n${node.items.map((item) => `${inner}${pythonLiteral(item, inner)},\n`).join('')}${margin}]`;
    case 'object':
      if (node.members.length === 0) return '{}';
      return `{\n${node.members
        .map(({ key, value }) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(value, inner)},\n`)
        .join('')}${margin}}`;
  }
}
