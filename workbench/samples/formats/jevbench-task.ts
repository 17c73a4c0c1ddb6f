import { evidenceOf } from '../evidence.ts';
import { fieldOf } from '../reading/source-row.ts';
import { readTags } from './decision-lines.ts';
import { itemsOf, memberOf, scalarOf } from './node-fields.ts';
import { emptyDraft, refuseRow } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';
import { readWireLabel, readWireQuestion } from './wire-question.ts';

/**
 * A JevBench task: `{"id", "state", "question": {type, instructions, criteria}, "labels": […], "expected", "split",
 * "group", "provenance"}`. `labels` are the options' names in their order (`no`, `yes` for yes-or-no); rows of a group
 * share one answer. The split is kept as a tag, for the report by split.
 */
export const jevbenchTaskFormat: SampleFormat = {
  name: 'jevbench-task',
  title: 'JevBench tasks',
  recognise: (rows) =>
    rows.every(
      (row) =>
        fieldOf(row, 'question')?.kind === 'object' &&
        fieldOf(row, 'labels')?.kind === 'array' &&
        fieldOf(row, 'expected') !== undefined,
    )
      ? 'each row has a question, its labels and the expected one'
      : null,
  propose: () => noColumns,
  read(row) {
    const asked = fieldOf(row, 'question');
    const type = scalarOf(memberOf(asked, 'type'));
    const labels = itemsOf(fieldOf(row, 'labels')).map(scalarOf);
    let criteria = memberOf(asked, 'criteria');
    if (type === 'choice' && criteria?.kind !== 'object') {
      // Without descriptions the names stand in `labels` alone.
      const members = labels.map((key) => ({ key: key ?? '', value: { kind: 'null' as const } }));
      criteria = { kind: 'object', members };
    }
    const read = readWireQuestion(type, memberOf(asked, 'instructions'), criteria);
    if (read.question === null) return refuseRow(row.line, read.fault);
    const known = new Set(read.question.options.map(({ id }) => id));
    if (labels.length !== known.size || labels.some((label) => label === null || !known.has(label))) {
      return refuseRow(row.line, 'Its labels are not the options of its question.');
    }
    const expected = readWireLabel(read.question.kind, fieldOf(row, 'expected'));
    const state = fieldOf(row, 'state');
    return {
      drafts: [
        {
          ...emptyDraft(row.line),
          id: scalarOf(fieldOf(row, 'id')),
          evidence: state === undefined ? null : evidenceOf(state),
          question: read.question,
          labels: expected === null ? [] : [expected],
          group: scalarOf(fieldOf(row, 'group')),
          tags: readTags(row, ['split', 'provenance']),
        },
      ],
      faults: [],
      notes: [],
    };
  },
};
