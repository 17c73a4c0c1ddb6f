import type { DraftLabel } from '../formats/sample-draft.ts';
import type { Pacer } from '../pacer.ts';
import type { IdentifiedDraft } from './identify-drafts.ts';
import type { ImportChoices } from './import-choices.ts';
import { MAX_LINES } from './import-report.ts';

/** A draft with at most one label. */
export interface SettledDraft {
  draft: IdentifiedDraft;
  label: DraftLabel | null;
  disputed: boolean;
}

export interface SettledAnswers {
  settled: SettledDraft[];
  /** Samples about which people disagree, and the first lines. */
  disagreements: number;
  lines: number[];
}

/**
 * One label of several people's answers. Where they disagree the sample is disputed, and the rule decides: the majority
 * (no label when two are level), the first answer, or no label.
 */
export async function settleAnswers(
  drafts: readonly IdentifiedDraft[],
  rule: ImportChoices['annotations'],
  pace: Pacer,
): Promise<SettledAnswers> {
  const found: SettledAnswers = { settled: [], disagreements: 0, lines: [] };
  for (const draft of drafts) {
    await pace();
    const [first = null] = draft.labels;
    if (new Set(draft.labels.map(({ text }) => text)).size <= 1) {
      found.settled.push({ draft, label: first, disputed: draft.disputed });
      continue;
    }
    found.disagreements += 1;
    if (found.lines.length < MAX_LINES) found.lines.push(draft.line);
    const label = rule === 'first' ? first : rule === 'majority' ? majorityOf(draft.labels) : null;
    found.settled.push({ draft, label, disputed: true });
  }
  return found;
}

function majorityOf(labels: readonly DraftLabel[]): DraftLabel | null {
  const counts = new Map<string, number>();
  for (const { text } of labels) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const leading = [...counts].filter(([, count]) => count === most);
  const text = leading.length === 1 ? leading[0]?.[0] : undefined;
  return labels.find((label) => label.text === text) ?? null;
}
