import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { hasLoneSurrogate } from '../../../adapter/json/lone-surrogate.ts';
import { writePythonJson } from '../../../adapter/json/python-json.ts';
import { writeJson } from '../../../adapter/json/write-json.ts';

/** A member of an object; undefined when there is none, or the value is no object. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.find((member) => member.key === key)?.value : undefined;
}

/** A string that is not empty. */
export function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'string' && node.value !== '' && !hasLoneSurrogate(node.value) ? node.value : null;
}

/** A string, a number as it is written, or a boolean; null for anything else and for the empty string. */
export function scalarOf(node: JsonNode | undefined): string | null {
  if (node?.kind === 'number' || node?.kind === 'boolean') return writeJson(node);
  return textOf(node);
}

/** A text field that may be structured: then it is its JSON, as prompt version 1 writes it. Null when absent. */
export function proseOf(node: JsonNode | undefined): string | null {
  if (node === undefined || node.kind === 'null') return null;
  if (node.kind === 'string') return textOf(node);
  return writePythonJson(node);
}

/** The names of an object's members; empty for anything else. */
export function keysOf(node: JsonNode | undefined): string[] {
  return node?.kind === 'object' ? node.members.map(({ key }) => key) : [];
}

export function itemsOf(node: JsonNode | undefined): JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** A probability or score as a number between 0 and 1; null for anything else. */
export function shareOf(node: JsonNode | undefined): number | null {
  if (node?.kind !== 'number') return null;
  const value = Number(node.text);
  return value >= 0 && value <= 1 ? value : null;
}

/** Whether the value is an empty one: absent, null or an empty string. */
export function isAbsent(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === 'null' || (node.kind === 'string' && node.value === '');
}
