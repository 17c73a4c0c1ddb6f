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
  // A line starts with its hash, which has always the same length: sorting lines sorts by hash. Ids are unique, so no
  // two lines are equal. They are sorted by their first digits first, since sorting 100,000 at once is one long step.
  const buckets = new Map<string, string[]>();
  for (const sample of samples) {
    const sha256 = sampleSha256(sample, binding);
    const line = writeCanonicalJson([sha256, sample.label]);
    const bucket = buckets.get(sha256.slice(0, 2));
    if (bucket === undefined) buckets.set(sha256.slice(0, 2), [line]);
    else bucket.push(line);
    await pace();
  }
  const whole = createHash('sha256');
  let separator = '[';
  for (const key of [...buckets.keys()].sort()) {
    const lines = buckets.get(key) ?? [];
    whole.update(`${separator}${lines.sort().join(',')}`, 'utf8');
    separator = ',';
    await pace();
  }
  return whole.update(separator === '[' ? '[]' : ']', 'utf8').digest('hex');
}

function hash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
