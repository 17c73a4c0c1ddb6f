import { Fault } from '../../adapter/fault.ts';
import type { JsonNode } from '../../adapter/json/json-node.ts';
import { parseJson } from '../../adapter/json/parse-json.ts';
import { writePythonJson } from '../../adapter/json/python-json.ts';
import { writeJson } from '../../adapter/json/write-json.ts';
import type { SampleEvidence } from './sample.ts';

/**
 * A value as evidence: a string as text, an object or array as JSON on one line. Other values are written as text, so
 * that a column of numbers can be evidence; null is no evidence.
 */
export function evidenceOf(node: JsonNode): SampleEvidence | null {
  switch (node.kind) {
    case 'null':
      return null;
    case 'string':
      return node.value === '' ? null : { format: 'text', text: node.value };
    case 'array':
    case 'object':
      return { format: 'json', text: writeJson(node) };
    default:
      return { format: 'text', text: writeJson(node) };
  }
}

/**
 * The evidence as the state of a decision.
 * @throws Fault INVALID_REQUEST when JSON evidence is none
 */
export function evidenceNode(evidence: SampleEvidence): JsonNode {
  if (evidence.format === 'text') return { kind: 'string', value: evidence.text };
  const node = parseJson(evidence.text, { base: 'evidence' });
  if (node.kind === 'object' || node.kind === 'array') return node;
  throw new Fault('INVALID_REQUEST', 'JSON evidence must be an object or an array.', 'Correct the evidence.', {
    fields: [{ path: 'evidence', message: 'JSON evidence must be an object or an array.' }],
  });
}

/**
 * The evidence as prompt version 1 writes the value of `evidence`: what equal evidence is judged by, and what a split
 * hashes. A text and a JSON value never give the same.
 */
export function evidenceKey(evidence: SampleEvidence): string {
  return writePythonJson(evidenceNode(evidence));
}
