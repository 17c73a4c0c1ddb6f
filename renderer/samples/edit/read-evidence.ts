import { asFault } from '../../../adapter/fault.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import { evidenceOf } from '../../../workbench/samples/evidence.ts';
import { type SampleEvidence, sampleEvidenceSchema } from '../../../workbench/samples/sample.ts';

export type ReadEvidence = { evidence: SampleEvidence; fault: null } | { evidence: null; fault: string };

/** Evidence as it was typed: JSON on one line with its digits kept, or what is wrong with it in words. */
export function readEvidence({ format, text }: SampleEvidence): ReadEvidence {
  if (text.trim() === '') return { evidence: null, fault: 'A sample needs evidence.' };
  let evidence: SampleEvidence | null = { format, text };
  if (format === 'json') {
    try {
      const node = parseJson(text, { base: 'evidence' });
      evidence = node.kind === 'object' || node.kind === 'array' ? evidenceOf(node) : null;
    } catch (error) {
      return { evidence: null, fault: asFault(error).message };
    }
    if (evidence === null) return { evidence: null, fault: 'JSON evidence is an object or an array.' };
  }
  const checked = sampleEvidenceSchema.safeParse(evidence);
  if (checked.success) return { evidence: checked.data, fault: null };
  return { evidence: null, fault: checked.error.issues[0]?.message ?? 'It breaks a rule.' };
}
