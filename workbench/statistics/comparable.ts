/** What two predictions of one sample must share to be compared. */
export interface SampleIdentity {
  id: string;
  /** Null for a sample without a label. */
  label: string | null;
  /** Text or hash of the evidence; absent where it is not known, and then it is not judged. */
  evidence?: string;
}

/** Why two sets of predictions cannot be compared, and where. */
export interface Incomparability {
  what: 'only in the first' | 'only in the second' | 'label' | 'evidence' | 'options';
  /** Ids of the samples, in the order of the set that has them; empty for `options`. */
  ids: string[];
}

/**
 * Everything that forbids a paired comparison: other ids, labels, evidence or option ids. A different order of the
 * options, wording, prompt, readout, file or device is a difference of configuration and forbids nothing. An empty
 * list means comparable.
 */
export function incomparabilities(
  a: { options: readonly string[]; samples: readonly SampleIdentity[] },
  b: { options: readonly string[]; samples: readonly SampleIdentity[] },
): Incomparability[] {
  const inB = new Map(b.samples.map((sample) => [sample.id, sample]));
  const idsOfA = new Set(a.samples.map(({ id }) => id));
  const found: Record<Incomparability['what'], string[]> = {
    'only in the first': [],
    'only in the second': b.samples.filter(({ id }) => !idsOfA.has(id)).map(({ id }) => id),
    label: [],
    evidence: [],
    options: [],
  };
  for (const sample of a.samples) {
    const other = inB.get(sample.id);
    if (other === undefined) {
      found['only in the first'].push(sample.id);
      continue;
    }
    if (other.label !== sample.label) found.label.push(sample.id);
    const known = other.evidence !== undefined && sample.evidence !== undefined;
    if (known && other.evidence !== sample.evidence) found.evidence.push(sample.id);
  }
  const sameOptions = a.options.length === b.options.length && a.options.every((option) => b.options.includes(option));
  const listed: Incomparability[] = sameOptions ? [] : [{ what: 'options', ids: [] }];
  for (const what of ['only in the first', 'only in the second', 'label', 'evidence'] as const) {
    if (found[what].length > 0) listed.push({ what, ids: found[what] });
  }
  return listed;
}
