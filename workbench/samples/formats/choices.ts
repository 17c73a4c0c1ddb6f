import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import { columnsOf } from './guess-columns.ts';
import { memberOf } from './node-fields.ts';
import { parseListing } from './parse-listing.ts';
import type { FormatResult } from './sample-draft.ts';
import { type ColumnMapping, noColumns, type SampleFormat } from './sample-format.ts';
import { readTableRow } from './table.ts';

const LISTS = ['choices', 'options', 'endings', 'candidates'];
const ANSWERS = ['answerKey', 'answer', 'label', 'gold', 'target', 'correct', 'correct_answer', 'answer_index'];
const QUESTIONS = ['question', 'question_stem', 'query', 'prompt', 'stem', 'goal', 'ctx'];
const CONTEXTS = ['context', 'passage', 'article', 'support', 'paragraph'];
// Options in columns of their own: A, B, C; optA; option_1; choice 2.
const OPTION_COLUMN = /^(?:(?:opt|option|choice|ending|answer)[ _-]?)?([A-J]|\d)$/i;

/**
 * Multiple-choice rows as MMLU, ARC, OpenBookQA and CommonsenseQA have them: a question, its choices (a list, texts with
 * labels, or a column for each) and an answer that is an index, a letter, a label or the text itself. Which of these is
 * judged over the whole column, later.
 */
export const choicesFormat: SampleFormat = {
  name: 'choices',
  title: 'Multiple choice (MMLU, ARC…)',
  recognise(rows) {
    const mapping = proposeChoices(rows);
    if (mapping.options.length === 0 || mapping.label === null || mapping.evidence.length === 0) return null;
    const [only] = mapping.options;
    const listed = mapping.options.length === 1 && only !== undefined;
    if (listed && !rows.every((row) => isListing(row, only))) return null;
    return `each row has a question, ${listed ? `a list of ${only}` : `${mapping.options.length} columns of options`} and an answer`;
  },
  propose: proposeChoices,
  read(row, columns): FormatResult {
    const result = readTableRow(row, columns);
    if (columns.question === null && result.drafts.length > 0)
      result.notes.push({ line: row.line, code: 'made-up-question' });
    return result;
  },
};

function isListing(row: SourceRow, column: string): boolean {
  const node = fieldOf(row, column);
  return node?.kind === 'object' || parseListing(node) !== null || parseListing(memberOf(node, 'text')) !== null;
}

/** With a passage beside it, the question is the question; without one it is the evidence. */
function proposeChoices(rows: readonly SourceRow[]): ColumnMapping {
  const names = columnsOf(rows);
  const first = (wanted: readonly string[]): string | null => wanted.find((name) => names.includes(name)) ?? null;
  const list = first(LISTS);
  const columns = names.filter((name) => OPTION_COLUMN.test(name));
  const options = list !== null ? [list] : columns.length >= 2 ? columns : [];
  const question = first(QUESTIONS);
  const context = first(CONTEXTS);
  const evidence = context ?? question;
  return {
    ...noColumns,
    options,
    label: first(ANSWERS.filter((name) => !options.includes(name))),
    question: context === null ? null : question,
    evidence: evidence === null ? [] : [{ column: evidence, name: evidence }],
    id: first(['id', '_id', 'question_id']),
    group: first(['group']),
  };
}
