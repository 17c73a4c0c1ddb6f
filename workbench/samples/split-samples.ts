import { createHash } from 'node:crypto';
import { evidenceKey } from './evidence.ts';
import type { Pacer } from './pacer.ts';
import type { Sample } from './sample.ts';

/** Each sample belongs to one: temperatures and thresholds are fitted on `tune` and verified on `test`. */
export type SplitPart = 'tune' | 'test';

/**
 * The part of each sample, by id. A sample belongs to `tune` when the first 32 bits of the SHA-256 of its group's name,
 * else of its evidence (as version 1 of the prompt writes it), are below share · 2³². The order of the samples does not
 * matter, and re-importing the same rows gives the same parts.
 *
 * Equal evidence joins groups (and samples without a group to them), for the same text must not be on both sides; a
 * joined group is named by the smallest of its groups' names in the order of UTF-16 code units.
 * @param share 0 (all in test) to 1 (all in tune)
 */
export async function splitSamples(
  samples: Iterable<Sample>,
  share: number,
  pace: Pacer,
): Promise<Map<string, SplitPart>> {
  const units = createUnits();
  const keyOf = new Map<string, string>();
  for (const sample of samples) {
    const evidence = `e${evidenceKey(sample.evidence)}`;
    if (sample.group !== null) units.join(`g${sample.group}`, evidence);
    keyOf.set(sample.id, evidence);
    await pace();
  }
  const partOf = new Map<string, SplitPart>();
  const parts = new Map<string, SplitPart>();
  for (const [id, key] of keyOf) {
    const unit = units.find(key);
    let part = partOf.get(unit);
    if (part === undefined) {
      part = isTune(unit.slice(1), share) ? 'tune' : 'test';
      partOf.set(unit, part);
    }
    parts.set(id, part);
    await pace();
  }
  return parts;
}

/** Whether a name (a group's, or the text of an evidence) falls into the tuning part. */
export function isTune(name: string, share: number): boolean {
  const first = createHash('sha256').update(name, 'utf8').digest().readUInt32BE(0);
  return first < share * 2 ** 32;
}

/** Disjoint sets of keys; the name of a set is its smallest group (`g…`), or its only evidence (`e…`). */
function createUnits() {
  const parents = new Map<string, string>();
  function find(key: string): string {
    let root = key;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    // Shortens the way for the next one.
    for (let at = key; at !== root; ) {
      const parent = parents.get(at) ?? root;
      parents.set(at, root);
      at = parent;
    }
    return root;
  }
  return {
    find,
    join(group: string, evidence: string): void {
      const a = find(group);
      const b = find(evidence);
      if (a === b) return;
      // `a` is a group; `b` is one too, unless nothing has joined this evidence before.
      const aFirst = b.startsWith('e') || a < b;
      if (aFirst) parents.set(b, a);
      else parents.set(a, b);
    },
  };
}
