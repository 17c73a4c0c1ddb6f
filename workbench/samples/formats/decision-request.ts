import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { evidenceOf } from '../evidence.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { readTags } from './decision-lines.ts';
import { isAbsent, memberOf, scalarOf } from './node-fields.ts';
import { emptyDraft, refuseRow } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';
import { readDecisionNode } from './workbench.ts';

const LABEL_FIELDS = ['label', 'expected', 'gold', 'answer'];
const BESIDE = [...LABEL_FIELDS, 'group', 'split', 'domain', 'source'];

/**
 * The request of this app and of the SemIf sample, with a label beside it: `{"decision": {id, state, question, options},
 * "label"}`, or the decision's fields and the label in one object.
 */
export const decisionRequestFormat: SampleFormat = {
  name: 'decision-request',
  title: 'Decision requests with a label (SemIf)',
  recognise: (rows) =>
    rows.every((row) => {
      const decision = decisionOf(row);
      return memberOf(decision, 'state') !== undefined && memberOf(decision, 'options')?.kind === 'array';
    })
      ? 'each row is a decision with its state and options'
      : null,
  propose: () => noColumns,
  read(row) {
    const decision = decisionOf(row);
    const read = readDecisionNode(decision);
    if (read.fault !== null) return refuseRow(row.line, read.fault);
    const label = LABEL_FIELDS.map((name) => fieldOf(row, name)).find((node) => !isAbsent(node));
    const text = scalarOf(label);
    if (label !== undefined && text === null) return refuseRow(row.line, 'The label is no single value.');
    const state = memberOf(decision, 'state');
    return {
      drafts: [
        {
          ...emptyDraft(row.line),
          id: scalarOf(memberOf(decision, 'id')),
          evidence: state === undefined ? null : evidenceOf(state),
          question: read.question,
          labels: text === null ? [] : [{ text, as: 'open' }],
          group: scalarOf(fieldOf(row, 'group')),
          tags: readTags(row, ['split', 'domain', 'source']),
        },
      ],
      faults: [],
      notes: [],
    };
  },
};

function decisionOf(row: SourceRow): JsonNode {
  const wrapped = fieldOf(row, 'decision');
  if (wrapped !== undefined) return wrapped;
  const members = row.fields.filter(({ name }) => !BESIDE.includes(name));
  return { kind: 'object', members: members.map(({ name, value }) => ({ key: name, value })) };
}
