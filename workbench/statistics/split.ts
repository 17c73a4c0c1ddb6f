export type Part = 'tune' | 'test';

/** What the split looks at. */
export interface SplitSample {
  group: string | null;
  /** The UTF-8 text of the evidence as prompt version 1 writes it, as a string. */
  evidence: string;
}

export const DEFAULT_TUNE_SHARE = 0.5;

/**
 * The part each sample belongs to: `tune` when the first 32 bits of SHA-256 of its group, else of its evidence, are
 * below share · 2³². Equal evidence in two groups joins the groups, and a sample without a group joins the one that
 * holds its evidence; the joined groups go by the name that sorts first. So no text is in both parts, and a set that is
 * imported again, in any order, splits the same way. `sha256` gives the lower-case hexadecimal digest of a string's
 * UTF-8; it is passed in because window, worker and Node each have their own.
 */
export function splitSamples(
  samples: readonly SplitSample[],
  sha256: (text: string) => string,
  share = DEFAULT_TUNE_SHARE,
): Part[] {
  const keys = joinedKeys(samples);
  const parts = new Map<string, Part>();
  return keys.map((key) => {
    const known = parts.get(key);
    if (known !== undefined) return known;
    const part = partOf(sha256(key), share);
    parts.set(key, part);
    return part;
  });
}

/** The part of a key from the hexadecimal SHA-256 of it. */
export function partOf(sha256Hex: string, share = DEFAULT_TUNE_SHARE): Part {
  return Number.parseInt(sha256Hex.slice(0, 8), 16) < share * 2 ** 32 ? 'tune' : 'test';
}

/** For each sample the text that decides its part: the first name among its joined groups, else its evidence. */
function joinedKeys(samples: readonly SplitSample[]): string[] {
  const parent = new Map<string, string>();
  const find = (group: string): string => {
    let root = group;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    parent.set(group, root);
    return root;
  };
  const groupOfEvidence = new Map<string, string>();
  for (const { group, evidence } of samples) {
    if (group === null) continue;
    const other = groupOfEvidence.get(evidence) ?? group;
    const [a, b] = [find(group), find(other)];
    // The root is always the name that sorts first, whatever the order of the samples.
    if (a < b) parent.set(b, a);
    else parent.set(a, b);
    groupOfEvidence.set(evidence, group);
  }
  return samples.map(({ group, evidence }) => {
    const joined = group ?? groupOfEvidence.get(evidence);
    return joined === undefined ? evidence : find(joined);
  });
}
