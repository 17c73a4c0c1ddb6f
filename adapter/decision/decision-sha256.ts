import { createHash } from 'node:crypto';
import { writeCanonicalJson } from '../json/canonical-json.ts';
import type { Decision } from './decision.ts';

/**
 * What makes two requests the same decision: the question, its kind, and the options' ids and descriptions in their
 * order; neither the id nor the evidence. SHA-256 of the RFC 8785 JSON of `{kind, question, options: [{id,
 * description}]}`, lower-case hexadecimal. A configuration names the decisions that it was fitted on by it.
 */
export function decisionSha256(decision: Pick<Decision, 'question' | 'kind' | 'options'>): string {
  const options = decision.options.map(({ id, description }) => ({ id, description }));
  const text = writeCanonicalJson({ kind: decision.kind, question: decision.question, options });
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
