import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { letterOf } from '../letter-of.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import type { SampleOption } from '../sample.ts';
import { isAbsent, keysOf, memberOf, proseOf, scalarOf } from './node-fields.ts';
import { parseListing } from './parse-listing.ts';
import type { DraftQuestion } from './sample-draft.ts';
import type { ColumnMapping } from './sample-format.ts';
import { DEFAULT_INSTRUCTIONS } from './wire-question.ts';

export type RowOptions = { question: DraftQuestion | null; fault: null } | { question: null; fault: string };

/** The question and options that a row brings itself, as the mapping says; null when it brings none. */
export function readOptions(row: SourceRow, columns: ColumnMapping): RowOptions {
  if (columns.options.length === 0) return { question: null, fault: null };
  const question = (columns.question === null ? null : proseOf(fieldOf(row, columns.question))) ?? DEFAULT_INSTRUCTIONS;
  const only = columns.options.length === 1 ? columns.options[0] : undefined;
  const listed = only === undefined ? null : fieldOf(row, only);
  const read = listed === null ? readColumns(row, columns.options) : readList(listed, only ?? '');
  if (typeof read === 'string') return { question: null, fault: read };
  if (read.options.length < 2) return { question: null, fault: 'The row has fewer than two options.' };
  return { question: { kind: 'choice', question, ...read }, fault: null };
}

interface ReadOptions {
  options: SampleOption[];
  madeUpIds: boolean;
}

/** Options in columns of their own. Names such as `A`, `option_b` or `choice 3` give the letters; others are ids. */
function readColumns(row: SourceRow, names: readonly string[]): ReadOptions {
  const texts: string[] = [];
  for (const name of names) {
    const node = fieldOf(row, name);
    const text = isAbsent(node) ? null : proseOf(node);
    if (text !== null) texts.push(text);
  }
  return lettered(texts);
}

/**
 * Options in one column: a list of texts, `{"text": […], "label": […]}` as ARC has it, or an object of label and text.
 */
function readList(node: JsonNode | undefined, column: string): ReadOptions | string {
  const texts = parseListing(memberOf(node, 'text')) ?? parseListing(node);
  const labels = parseListing(memberOf(node, 'label'));
  if (texts !== null && labels !== null) {
    if (labels.length !== texts.length)
      return `Column ${column} has ${texts.length} texts and ${labels.length} labels.`;
    // An early export had the texts in the place of the labels too.
    if (labels.every((label, index) => label === texts[index])) return lettered(texts);
    if (new Set(labels).size !== labels.length) return `Column ${column} has a label twice.`;
    return { options: labels.map((id, index) => ({ id, description: texts[index] ?? '' })), madeUpIds: false };
  }
  if (texts !== null) return lettered(texts);
  if (node?.kind === 'object') {
    const options = keysOf(node).map((id) => ({ id, description: scalarOf(memberOf(node, id)) ?? '' }));
    return { options, madeUpIds: false };
  }
  return `Column ${column} holds no list of options.`;
}

function lettered(texts: readonly string[]): ReadOptions {
  return { options: texts.map((description, index) => ({ id: letterOf(index), description })), madeUpIds: true };
}
