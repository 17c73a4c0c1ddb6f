import { foldText } from '../find-duplicates.ts';
import type { SampleOption } from '../sample.ts';

/**
 * The option that a label means apart from case, white space and Unicode form, by its id first, then by its text; null
 * when there is none, or more than one that cannot be told apart so.
 */
export function matchLoosely(text: string, options: readonly SampleOption[]): string | null {
  const folded = foldText(text);
  const byId = options.filter(({ id }) => foldText(id) === folded);
  if (byId.length > 0) return byId.length === 1 ? (byId[0]?.id ?? null) : null;
  const byText = options.filter(({ description }) => description !== '' && foldText(description) === folded);
  return byText.length === 1 ? (byText[0]?.id ?? null) : null;
}

/** Names in groups that differ in case, white space or Unicode form only, in the order of their first name. */
export function groupAlike(names: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = foldText(name);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [name]);
    else group.push(name);
  }
  return [...groups.values()];
}
