import { createHash } from 'node:crypto';
import { evidenceKey } from '../evidence.ts';
import type { SampleDraft } from '../formats/sample-draft.ts';
import type { Pacer } from '../pacer.ts';
import type { RowFault } from '../reading/source-row.ts';
import type { ImportReport } from './import-report.ts';
import { createList } from './listed.ts';

/** A draft that has its id. */
export type IdentifiedDraft = SampleDraft & { id: string; evidence: NonNullable<SampleDraft['evidence']> };

export interface IdentifiedDrafts {
  drafts: IdentifiedDraft[];
  faults: RowFault[];
  duplicates: ImportReport['duplicates'];
  replaced: number;
  merged: number;
  equalEvidence: number;
}

export interface SameIdRule {
  /** A later row with the same id replaces the earlier one. */
  lastWins: boolean;
  /** Rows with the same id and evidence are answers to one task. */
  mergesRows: boolean;
  /** Each question of a row becomes a sample of its own, so the question's name is part of the id. */
  splitsQuestions: boolean;
}

/**
 * Gives every draft an id of its own. Rows without one get one made of their content, so that reading the file again
 * gives the same. Two rows with one id: the same content is a duplicate and dropped, another content is a fault of both
 * that names both lines, unless the format says otherwise.
 */
export async function identifyDrafts(
  drafts: readonly SampleDraft[],
  rule: SameIdRule,
  pace: Pacer,
): Promise<IdentifiedDrafts> {
  const byId = new Map<string, IdentifiedDraft>();
  const conflicts = new Map<string, number[]>();
  const evidences = new Set<string>();
  const duplicates = createList<ImportReport['duplicates']['first'][number]>();
  const found = { replaced: 0, merged: 0, equalEvidence: 0 };
  for (const draft of drafts) {
    await pace();
    const { evidence } = draft;
    if (evidence === null) continue;
    const key = evidenceKey(evidence);
    const named = draft.id === null ? null : withQuestion(draft.id, draft, rule);
    const id = named ?? nextFree(withQuestion(madeId(key, draft), draft, rule), byId);
    const mine: IdentifiedDraft = { ...draft, id, evidence };
    const earlier = byId.get(id);
    if (earlier === undefined) {
      if (evidences.has(key)) found.equalEvidence += 1;
      evidences.add(key);
      byId.set(id, mine);
    } else if (rule.lastWins) {
      found.replaced += 1;
      byId.delete(id);
      byId.set(id, mine);
    } else if (rule.mergesRows && evidenceKey(earlier.evidence) === key) {
      found.merged += 1;
      byId.set(id, { ...earlier, labels: [...earlier.labels, ...mine.labels] });
    } else if (contentOf(earlier) === contentOf(mine)) {
      duplicates.add({ id, line: mine.line, first_line: earlier.line });
    } else conflicts.set(id, [...(conflicts.get(id) ?? [earlier.line]), mine.line]);
  }
  const faults: RowFault[] = [];
  for (const [id, lines] of conflicts) {
    byId.delete(id);
    const [first = 1, ...others] = lines;
    for (const line of lines) {
      const other = line === first ? others.join(', ') : first;
      const message = `The id ${id} stands in line ${other} too, with other content.`;
      faults.push({ line, column: null, message });
    }
  }
  const { add: _, ...listed } = duplicates;
  return { drafts: [...byId.values()], faults, duplicates: listed, ...found };
}

function withQuestion(id: string, draft: SampleDraft, rule: SameIdRule): string {
  return rule.splitsQuestions && draft.questionId !== null ? `${id}:${draft.questionId}` : id;
}

// 64 bits: two different contents of a million meet with a probability below 1 in 10 million.
const MADE_ID_LENGTH = 16;

function madeId(key: string, draft: SampleDraft): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([key, draft.question]), 'utf8')
    .digest('hex');
  return `s-${hash.slice(0, MADE_ID_LENGTH)}`;
}

/** The same evidence twice without ids: both are kept, since nobody said that they are one. */
function nextFree(id: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(id)) return id;
  let count = 2;
  while (taken.has(`${id}-${count}`)) count += 1;
  return `${id}-${count}`;
}

function contentOf({ line: _, ...content }: IdentifiedDraft): string {
  return JSON.stringify(content);
}
