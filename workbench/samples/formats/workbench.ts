import { checkDecision } from '../../../adapter/decision/parse-decision.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { evidenceOf } from '../evidence.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { isAbsent, memberOf, scalarOf, shareOf, textOf } from './node-fields.ts';
import { type DraftQuestion, emptyDraft, refuseRow, type SampleDraft } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';

const KNOWN = ['id', 'evidence', 'label', 'group', 'note', 'disputed', 'suggestion', 'decision', 'tags', 'origin'];

/**
 * Our own JSON and JSONL: `{"id", "evidence": text | object | list, "label", "group", "note", "disputed", "suggestion":
 * {label, confidence, by}, "decision": {question, options, kind}, "tags"}`; all but the evidence may be absent, and
 * labels are option ids.
 */
export const workbenchFormat: SampleFormat = {
  name: 'workbench',
  title: 'Decision Workbench samples',
  recognise: (rows) =>
    rows.every((row) => fieldOf(row, 'evidence') !== undefined && row.fields.every(({ name }) => KNOWN.includes(name)))
      ? 'each row has evidence, and only fields that this app writes'
      : null,
  propose: () => noColumns,
  read(row) {
    const evidence = fieldOf(row, 'evidence');
    const label = fieldOf(row, 'label');
    if (!isAbsent(label) && label?.kind !== 'string') return refuseRow(row.line, 'The label is no text.');
    const decision = readDecision(row);
    if (decision.fault !== null) return refuseRow(row.line, decision.fault);
    const own = readOwnFields((name) => fieldOf(row, name));
    if (own.fault !== null) return refuseRow(row.line, own.fault);
    const text = textOf(label);
    return {
      drafts: [
        {
          ...emptyDraft(row.line),
          ...own.fields,
          id: scalarOf(fieldOf(row, 'id')),
          evidence: evidence === undefined ? null : evidenceOf(evidence),
          labels: text === null ? [] : [{ text, as: 'id' }],
          question: decision.question,
        },
      ],
      faults: [],
      notes: [],
    };
  },
};

type OwnFields = Pick<SampleDraft, 'group' | 'note' | 'disputed' | 'suggestion' | 'tags'>;

/** The fields that only this app writes, each as it was; what is of another type is a fault. */
export function readOwnFields(
  field: (name: string) => JsonNode | undefined,
): { fields: OwnFields; fault: null } | { fields: null; fault: string } {
  const refuse = (name: string) => ({ fields: null, fault: `The field ${name} is not what this app writes.` });
  const group = field('group');
  if (!isAbsent(group) && scalarOf(group) === null) return refuse('group');
  const note = field('note');
  if (!isAbsent(note) && note?.kind !== 'string') return refuse('note');
  const disputed = field('disputed');
  if (!isAbsent(disputed) && disputed?.kind !== 'boolean') return refuse('disputed');
  const suggestion = field('suggestion');
  const suggested = textOf(memberOf(suggestion, 'label'));
  if (!isAbsent(suggestion) && suggested === null) return refuse('suggestion');
  const tags = field('tags');
  const read: Record<string, string> = {};
  for (const { key, value } of tags?.kind === 'object' ? tags.members : []) {
    if (value.kind !== 'string' || key === '__proto__') return refuse('tags');
    read[key] = value.value;
  }
  return {
    fields: {
      group: scalarOf(group),
      note: note?.kind === 'string' ? note.value : '',
      disputed: disputed?.kind === 'boolean' && disputed.value,
      suggestion:
        suggested === null
          ? null
          : {
              label: { text: suggested, as: 'id' },
              confidence: shareOf(memberOf(suggestion, 'confidence')),
              by: textOf(memberOf(suggestion, 'by')) ?? '',
            },
      tags: read,
    },
    fault: null,
  };
}

function readDecision(row: SourceRow): { question: DraftQuestion | null; fault: string | null } {
  const node = fieldOf(row, 'decision');
  if (isAbsent(node)) return { question: null, fault: null };
  return readDecisionNode(node);
}

/** A question as a decision has it: `{question, options: [{id, description}], kind?}`. */
export function readDecisionNode(node: JsonNode | undefined): { question: DraftQuestion | null; fault: string | null } {
  if (node?.kind !== 'object') return { question: null, fault: 'The decision is no object.' };
  const stand = (key: string) => ({ key, value: { kind: 'string' as const, value: 'x' } });
  const own = node.members.filter(({ key }) => key !== 'id' && key !== 'state');
  const checked = checkDecision({ kind: 'object', members: [stand('id'), stand('state'), ...own] });
  const [fault] = checked.faults;
  if (fault !== undefined) return { question: null, fault: `The decision’s ${fault.path || 'form'}: ${fault.message}` };
  if (checked.decision === null) return { question: null, fault: 'The decision cannot be read.' };
  const { kind, question, options } = checked.decision;
  return { question: { kind, question, options, madeUpIds: false }, fault: null };
}
