import { evidenceKey } from './evidence.ts';
import type { Pacer } from './pacer.ts';
import type { Sample } from './sample.ts';

/** Samples whose evidence is the same, or nearly. */
export interface DuplicateGroup {
  /** `equal`: to the letter. `alike`: apart from case, Unicode form, and white space. */
  kind: 'equal' | 'alike';
  /** In the order of the samples; two or more. */
  ids: string[];
  /** Whether two of them that ask the same question have different labels: at least one of them is wrong. */
  conflict: boolean;
}

/**
 * Finds samples with the same evidence. In a mixed set only those that ask the same question with the same options are
 * duplicates; in a bound set all samples do. Conflicts come first, then the order of the samples.
 */
export async function findDuplicates(samples: Iterable<Sample>, pace: Pacer): Promise<DuplicateGroup[]> {
  const alike = new Map<string, { sample: Sample; exact: string }[]>();
  for (const sample of samples) {
    const exact = evidenceKey(sample.evidence);
    const key = JSON.stringify([sample.evidence.format, foldText(sample.evidence.text), sample.question]);
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [{ sample, exact }]);
    else group.push({ sample, exact });
    await pace();
  }
  const found: DuplicateGroup[] = [];
  for (const group of alike.values()) {
    await pace();
    const first = group[0];
    if (first === undefined || group.length < 2) continue;
    const labels = new Set(group.map(({ sample }) => sample.label).filter((label) => label !== null));
    found.push({
      kind: group.every(({ exact }) => exact === first.exact) ? 'equal' : 'alike',
      ids: group.map(({ sample }) => sample.id),
      conflict: labels.size > 1,
    });
  }
  return [...found.filter(({ conflict }) => conflict), ...found.filter(({ conflict }) => !conflict)];
}

/** A text without what a hurried reader does not see: case, Unicode composition, kinds and runs of white space. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
