import { type Listed, MAX_LISTED } from './import-report.ts';

/** Counts all, keeps the first. */
export function createList<T>(max = MAX_LISTED): Listed<T> & { add(item: T): void } {
  const list = {
    count: 0,
    first: [] as T[],
    add(item: T): void {
      list.count += 1;
      if (list.first.length < max) list.first.push(item);
    },
  };
  return list;
}
