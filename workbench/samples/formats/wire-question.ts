import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { isAbsent, itemsOf, memberOf, proseOf, scalarOf } from './node-fields.ts';
import type { DraftLabel, DraftQuestion } from './sample-draft.ts';

/** What a question asks when its row says nothing. */
export const DEFAULT_INSTRUCTIONS = 'Which option fits the evidence?';

/** The question of `{type: noul|choice|score, instructions, criteria}`, or what is wrong with it. */
export type WireQuestion = { question: DraftQuestion; fault: null } | { question: null; fault: string };

/**
 * The question types of the System One family. choice: the names of `criteria` are the options, in their order, with a
 * description or null. noul: yes first, then no, with the descriptions of `criteria.true` and `criteria.false`. score:
 * `criteria` lists the levels, low to high, with the ids `0` to `n-1`.
 */
export function readWireQuestion(
  type: string | null,
  instructions: JsonNode | undefined,
  criteria?: JsonNode,
): WireQuestion {
  const question = proseOf(instructions) ?? DEFAULT_INSTRUCTIONS;
  const made = (kind: DraftQuestion['kind'], options: DraftQuestion['options']): WireQuestion => ({
    question: { kind, question, options, madeUpIds: false },
    fault: null,
  });
  switch (type) {
    case 'choice': {
      if (criteria?.kind !== 'object') return { question: null, fault: 'A choice needs an object of criteria.' };
      return made(
        'choice',
        criteria.members.map(({ key, value }) => ({ id: key, description: proseOf(value) ?? '' })),
      );
    }
    case 'noul':
      if (!isAbsent(criteria) && criteria?.kind !== 'object') {
        return { question: null, fault: 'A yes-or-no question needs criteria with true and false, or none.' };
      }
      return made('yes-no', [
        { id: 'yes', description: proseOf(memberOf(criteria, 'true')) ?? '' },
        { id: 'no', description: proseOf(memberOf(criteria, 'false')) ?? '' },
      ]);
    case 'score':
      if (criteria?.kind !== 'array') return { question: null, fault: 'A score needs a list of levels as criteria.' };
      return made(
        'score',
        itemsOf(criteria).map((level, index) => ({ id: String(index), description: proseOf(level) ?? '' })),
      );
    default:
      return { question: null, fault: `The question type “${type ?? ''}” is none of noul, choice and score.` };
  }
}

/**
 * A label of such a question. noul: true, false, yes, no, 1, 0. score: an integer is the index of a level, a text its
 * description or id. Absent: null.
 */
export function readWireLabel(kind: DraftQuestion['kind'], node: JsonNode | undefined): DraftLabel | null {
  const text = scalarOf(node);
  if (text === null) return null;
  if (kind === 'yes-no') return { text, as: 'truth' };
  if (kind === 'score' && node?.kind === 'number') return { text, as: 'index' };
  return { text, as: kind === 'choice' ? 'id' : 'open' };
}
