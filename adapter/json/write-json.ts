import type { JsonNode } from './json-node.ts';

/**
 * A value as JSON text without loss: members in their order, numbers as they were written. With `indent` each member
 * and item has a line of its own, that many blanks deeper than its container.
 */
export function writeJson(node: JsonNode, indent = 0): string {
  return write(node, indent, '');
}

function write(node: JsonNode, indent: number, margin: string): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.value);
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? 'true' : 'false';
    case 'null':
      return 'null';
    case 'array': {
      const inner = margin + ' '.repeat(indent);
      return enclose(
        '[',
        node.items.map((item) => write(item, indent, inner)),
        ']',
        indent,
        margin,
      );
    }
    case 'object': {
      const inner = margin + ' '.repeat(indent);
      const separator = indent > 0 ? ': ' : ':';
      const parts = node.members.map(
        ({ key, value }) => `${JSON.stringify(key)}${separator}${write(value, indent, inner)}`,
      );
      return enclose('{', parts, '}', indent, margin);
    }
  }
}

function enclose(open: string, parts: string[], close: string, indent: number, margin: string): string {
  if (indent === 0 || parts.length === 0) return `${open}${parts.join(',')}${close}`;
  const inner = `\n${margin}${' '.repeat(indent)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${margin}${close}`;
}
