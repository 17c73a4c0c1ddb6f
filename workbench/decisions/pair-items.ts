/** An item that two lists share, by its index in each. */
export interface Pair {
  before: number;
  after: number;
  /** Whether it keeps its order among the items that stay: as few as possible count as moved. */
  moved: boolean;
}

/**
 * Finds which items of two lists are the same, by the first key that agrees; each item is used once.
 * @param keys tried one after the other on what is still without a partner; null matches nothing
 * @returns one entry for each item of `after`: its pair, or null when it is new
 */
export function pairItems<T>(
  before: readonly T[],
  after: readonly T[],
  keys: readonly ((item: T, index: number) => string | null)[],
): (Pair | null)[] {
  const partners: (Pair | null)[] = after.map(() => null);
  const free = new Set(before.keys());
  for (const keyOf of keys) {
    const byKey = new Map<string, number[]>();
    for (const [index, item] of before.entries()) {
      const key = free.has(index) ? keyOf(item, index) : null;
      if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), index]);
    }
    for (const [index, item] of after.entries()) {
      if (partners[index] !== null) continue;
      const key = keyOf(item, index);
      const partner = key === null ? undefined : byKey.get(key)?.shift();
      if (partner === undefined) continue;
      partners[index] = { before: partner, after: index, moved: true };
      free.delete(partner);
    }
  }
  markUnmoved(partners.filter((pair) => pair !== null));
  return partners;
}

/** What stays is a longest run of pairs whose order is the same in both lists. */
function markUnmoved(pairs: readonly Pair[]): void {
  // The longest run that ends at each pair: its length, and the pair before it. At most 255 options: squares are cheap.
  const runs: { length: number; previous: number }[] = [];
  let last = -1;
  for (const [index, pair] of pairs.entries()) {
    let best = { length: 1, previous: -1 };
    for (const [earlier, run] of runs.entries()) {
      const other = pairs[earlier];
      if (other !== undefined && other.before < pair.before && run.length >= best.length) {
        best = { length: run.length + 1, previous: earlier };
      }
    }
    runs.push(best);
    if (best.length > (runs[last]?.length ?? 0)) last = index;
  }
  for (let index = last; index >= 0; index = runs[index]?.previous ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) pair.moved = false;
  }
}
