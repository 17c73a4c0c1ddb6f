import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { evidenceOf } from '../evidence.ts';
import { fieldOf } from '../reading/source-row.ts';
import { itemsOf, memberOf, scalarOf, textOf } from './node-fields.ts';
import { emptyDraft, refuseRow } from './sample-draft.ts';
import { noColumns, type SampleFormat } from './sample-format.ts';

/**
 * OpenAI evals: `{"input": text | [{role, content}], "ideal": text | [texts]}`. The evidence is the last message of the
 * user; the options stand only inside the prompt, so they are the distinct ideals, which a person confirms.
 */
export const openaiEvalsFormat: SampleFormat = {
  name: 'openai-evals',
  title: 'OpenAI evals',
  recognise: (rows) =>
    rows.every((row) => fieldOf(row, 'input') !== undefined && fieldOf(row, 'ideal') !== undefined)
      ? 'each line has an input and an ideal answer'
      : null,
  propose: () => noColumns,
  read(row) {
    const text = lastUserText(fieldOf(row, 'input'));
    const ideal = fieldOf(row, 'ideal');
    const accepted = ideal?.kind === 'array' ? itemsOf(ideal).map(scalarOf) : [scalarOf(ideal)];
    const answers = new Set(accepted.filter((answer) => answer !== null));
    if (answers.size > 1) return refuseRow(row.line, `It accepts several answers: ${[...answers].join(', ')}.`);
    return {
      drafts: [
        {
          ...emptyDraft(row.line),
          id: scalarOf(fieldOf(row, 'id')),
          evidence: text === null ? null : evidenceOf({ kind: 'string', value: text }),
          labels: [...answers].map((answer) => ({ text: answer, as: 'open' as const })),
        },
      ],
      faults: [],
      notes: [],
    };
  },
};

function lastUserText(input: JsonNode | undefined): string | null {
  if (input?.kind === 'string') return textOf(input);
  const last = itemsOf(input).findLast((message) => textOf(memberOf(message, 'role')) === 'user');
  const content = memberOf(last, 'content');
  if (content?.kind === 'string') return textOf(content);
  // Content in parts: the texts of it, as they follow each other.
  const parts = itemsOf(content).map((part) => textOf(memberOf(part, 'text')));
  const texts = parts.filter((part) => part !== null);
  return texts.length > 0 ? texts.join('\n') : null;
}
