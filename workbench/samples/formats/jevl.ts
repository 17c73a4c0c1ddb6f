import type { QuestionKind } from '../../../adapter/decision/decision.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { evidenceOf } from '../evidence.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { readQuestions } from './decision-lines.ts';
import { itemsOf, memberOf, scalarOf, shareOf, textOf } from './node-fields.ts';
import { type DraftSuggestion, type FormatResult, refuseRow, type SampleDraft } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';
import { readOwnFields } from './workbench.ts';

/** The version of JEVL that is read and written. */
export const JEVL_VERSION = '1';

const REQUIRED = ['v', 'id', 'ts', 'model', 'request', 'answers'];

/**
 * JEVL version 1: `{"v": 1, "id", "ts", "model", "request": {state, questions}, "answers", "label": {question: label}}`.
 * The answers are a model's, so they become suggestions. Recording again appends, so the last line of an id counts. What
 * JEVL has no field for is in `x_sample` of lines that we wrote.
 */
export const jevlFormat: SampleFormat = {
  name: 'jevl',
  title: 'JEVL version 1',
  recognise: (rows) =>
    rows.every((row) => fieldOf(row, 'v')?.kind === 'number' && fieldOf(row, 'request')?.kind === 'object')
      ? 'each line has a version v and a request'
      : null,
  propose: () => noColumns,
  lastWins: true,
  read(row) {
    const version = scalarOf(fieldOf(row, 'v'));
    if (version !== JEVL_VERSION) {
      return refuseRow(row.line, `It is JEVL version ${version ?? '?'}, and version ${JEVL_VERSION} is read.`);
    }
    const missing = REQUIRED.filter((name) => fieldOf(row, name) === undefined);
    if (missing.length > 0) return refuseRow(row.line, `It lacks ${missing.join(', ')}.`);
    const request = fieldOf(row, 'request');
    const state = memberOf(request, 'state');
    const label = fieldOf(row, 'label');
    const result = readQuestions(
      row,
      memberOf(request, 'questions'),
      state === undefined ? null : evidenceOf(state),
      (name) => memberOf(label, name),
    );
    const answers = fieldOf(row, 'answers');
    const model = textOf(fieldOf(row, 'model')) ?? '';
    for (const draft of result.drafts) {
      draft.suggestion = readAnswer(memberOf(answers, draft.questionId ?? ''), draft.question?.kind ?? 'choice', model);
      if (draft.suggestion !== null) result.notes.push({ line: row.line, code: 'model-output' });
    }
    return restoreOwn(row, result);
  },
};

/** The first choice of an answer: choice has it, noul is P(yes), score has probabilities by level. */
function readAnswer(answer: JsonNode | undefined, kind: QuestionKind, by: string): DraftSuggestion | null {
  const choice = scalarOf(memberOf(answer, 'choice'));
  const probabilities = memberOf(answer, 'probabilities');
  if (choice !== null) {
    return { label: { text: choice, as: 'id' }, confidence: shareOf(memberOf(probabilities, choice)), by };
  }
  const yes = shareOf(memberOf(answer, 'noul'));
  if (yes !== null) {
    return { label: { text: String(yes >= 0.5), as: 'truth' }, confidence: Math.max(yes, 1 - yes), by };
  }
  if (probabilities?.kind !== 'object') return null;
  let best: { key: string; share: number } | null = null;
  for (const { key, value } of probabilities.members) {
    const share = shareOf(value);
    if (share !== null && (best === null || share > best.share)) best = { key, share };
  }
  return best === null
    ? null
    : { label: { text: best.key, as: kind === 'score' ? 'index' : 'id' }, confidence: best.share, by };
}

/** Puts back what `x_sample` holds: the sample's own id, its marks, and the options' ids where JEVL has none. */
function restoreOwn(row: SourceRow, result: FormatResult): FormatResult {
  const own = fieldOf(row, 'x_sample');
  const [draft] = result.drafts;
  if (own === undefined || draft === undefined || result.drafts.length !== 1) return result;
  const ids = itemsOf(memberOf(own, 'option_ids')).map(scalarOf);
  const question = restoreIds(draft.question, ids);
  const fields = readOwnFields((name) => memberOf(own, name));
  if (fields.fault !== null)
    return { drafts: [], faults: [{ line: row.line, column: null, message: fields.fault }], notes: [] };
  // Positions in the wire's terms become ids again by resolving them against the restored options.
  return {
    ...result,
    drafts: [{ ...draft, ...fields.fields, id: scalarOf(memberOf(own, 'id')), question, questionId: null }],
  };
}

function restoreIds(question: SampleDraft['question'], ids: readonly (string | null)[]): SampleDraft['question'] {
  if (question === null || ids.length !== question.options.length) return question;
  const options = question.options.map((option, index) => ({ ...option, id: ids[index] ?? option.id }));
  return { ...question, options };
}
