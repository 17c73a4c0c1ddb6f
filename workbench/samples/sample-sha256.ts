import { createHash } from 'node:crypto';
import { writeCanonicalJson } from '../../adapter/json/canonical-json.ts';
import { evidenceKey } from './evidence.ts';
import type { Pacer } from './pacer.ts';
import type { Sample } from './sample.ts';
import type { Binding } from './sample-set.ts';

/**
 * What a sample is apart from its label: SHA-256, lower-case hexadecimal, of the RFC 8785 JSON of `{id, evidence (as
 * version 1 of the prompt writes it), group, options (the ids, in order), question}`. In a bound set `question` is null,
 * since a wording is a difference of configuration; in a mixed set it is `{kind, question, options: [{id,
 * description}]}`, which is part of the row.
 */
export function sampleSha256(sample: Sample, binding: Binding): string {
  const asked = sample.question ?? (binding.kind === 'bound' ? binding.question : null);
  return hash(
    writeCanonicalJson({
      id: sample.id,
      evidence: evidenceKey(sample.evidence),
      group: sample.group,
      options: asked?.options.map(({ id }) => id) ?? null,
      question: sample.question,
    }),
  );
}

/**
 * The hash of a set: SHA-256 of the RFC 8785 JSON of the sorted list of `[sample hash, label]`. Neither the order of the
 * samples nor notes, suggestions, disputes, names or origins change it. Sorted by hash, then label, null first.
 */
export async function sampleSetSha256(samples: Iterable<Sample>, binding: Binding, pace: Pacer): Promise<string> {
  const lines: string[] = [];
  for (const sample of samples) {
    lines.push(writeCanonicalJson([sampleSha256(sample, binding), sample.label]));
    await pace();
  }
  // A line starts with its hash, which has always the same length: sorting lines sorts by hash. Ids are unique, so no
  // two lines are equal.
  lines.sort();
  return hash(`[${lines.join(',')}]`);
}

function hash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
