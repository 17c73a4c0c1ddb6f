import { createHash } from 'node:crypto';
import { writeCanonicalJson } from '../../adapter/json/canonical-json.ts';
import { evidenceKey } from '../samples/evidence.ts';
import type { Sample } from '../samples/sample.ts';

/**
 * What a run's row depends on in its sample: SHA-256, lower-case hexadecimal, of the RFC 8785 JSON of `{evidence (as
 * version 1 of the prompt writes it), question}`, where `question` is the row's own in a mixed set and null otherwise.
 * Labels, groups and notes are no part of it, since none of them reaches the model.
 */
export function askedSha256(sample: Sample): string {
  const text = writeCanonicalJson({ evidence: evidenceKey(sample.evidence), question: sample.question });
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
