/** Index of each sample's group, from 0 without gaps, for resampling; a sample without a group is one of its own. */
export function groupIndices(groups: readonly (string | null)[]): Int32Array {
  const known = new Map<string, number>();
  let next = 0;
  return Int32Array.from(groups, (group) => {
    if (group === null) return next++;
    const index = known.get(group) ?? next++;
    known.set(group, index);
    return index;
  });
}
