import type { SampleRow } from '../../../workbench/contract/samples.ts';

/** Samples with the same evidence, in the order of the list. */
export interface EqualSamples {
  rows: SampleRow[];
  /** Two of them that ask the same have different labels: at least one is wrong, or the evidence does not decide it. */
  conflict: boolean;
}

/** Puts rows with the same evidence together; groups whose labels conflict come first. */
export function groupDuplicates(rows: readonly SampleRow[]): EqualSamples[] {
  const groups = new Map<string, SampleRow[]>();
  for (const row of rows) {
    // Every member names all the others, so the first id is the same for all of them.
    const key = [row.sample.id, ...row.equal_evidence].toSorted()[0] ?? row.sample.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const found = [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({ rows: group, conflict: conflicts(group) }));
  return [...found.filter(({ conflict }) => conflict), ...found.filter(({ conflict }) => !conflict)];
}

function conflicts(rows: readonly SampleRow[]): boolean {
  const labels = new Map<string, string>();
  for (const { sample } of rows) {
    if (sample.label === null) continue;
    const asked = JSON.stringify(sample.question);
    const known = labels.get(asked);
    if (known !== undefined && known !== sample.label) return true;
    labels.set(asked, sample.label);
  }
  return false;
}
