import type { Pacer } from '../pacer.ts';

/** Items that are sorted at a time: some 2 ms. */
const AT_ONCE = 4_096;

/**
 * The items in order, those that compare as equal in the order in which they were. A merge sort in pieces, so that the
 * event loop has its turns.
 * @throws Fault CANCELLED through the pacer
 */
export async function sortPaced<T>(items: readonly T[], compare: (a: T, b: T) => number, pace: Pacer): Promise<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
    await pace();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await mergePaced(runs[index] ?? [], runs[index + 1] ?? [], compare, pace));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergePaced<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
  pace: Pacer,
): Promise<T[]> {
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < first.length && right < second.length) {
    const a = first[left];
    const b = second[right];
    if (a === undefined || b === undefined) break;
    // The first one when they are level: it stood before.
    if (compare(a, b) <= 0) {
      merged.push(a);
      left += 1;
    } else {
      merged.push(b);
      right += 1;
    }
    if (merged.length % AT_ONCE === 0) await pace();
  }
  return merged.concat(first.slice(left), second.slice(right));
}
