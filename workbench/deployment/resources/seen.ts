import type { Facts } from '../journal/entry.ts';

/** A thing as it was found. */
export interface Seen {
  /** Empty without any; null for what takes none. */
  tags: Readonly<Record<string, string>> | null;
  facts: Facts;
  /** How it is not what was planned, in words; null when it is. */
  differs: string | null;
}

/** Tags of services that write them as a list. */
export function tagsOf(
  list: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined,
): Record<string, string> {
  return Object.fromEntries((list ?? []).flatMap(({ Key, Value }) => (Key === undefined ? [] : [[Key, Value ?? '']])));
}

/** Whether two values are the same as JSON, whatever the order of their keys; what is undefined is not there. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
