import type { Decision } from '../decision/decision.ts';

// Two letters in a row make a word: `a1` and `o_2` are labels, `billing` and `account_access` say something.
const WORD = /\p{L}{2,}/u;

/**
 * What the texts readout appends to the prompt for each option, leading blank included; options in the caller's order.
 *
 * A choice: ` <id as words>: <description>`, underscores and hyphens of the id as blanks; the description alone when any
 * id is no word; the words alone when the description is empty; the id itself when there is neither. Yes/no: the given
 * descriptions, or ` Yes` and ` No`. A score: the level's description, or its id when that is empty.
 */
export function optionTexts(decision: Pick<Decision, 'kind' | 'options'>): string[] {
  const { kind, options } = decision;
  if (kind === 'yes-no') {
    return options.map(({ description }, index) => ` ${description || (index === 0 ? 'Yes' : 'No')}`);
  }
  if (kind === 'score') return options.map(({ id, description }) => ` ${description || id}`);
  const allWords = options.every(({ id }) => WORD.test(id));
  return options.map(({ id, description }) => {
    const words = id.replaceAll(/[_-]/g, ' ');
    if (description === '') return ` ${WORD.test(id) ? words : id}`;
    return allWords ? ` ${words}: ${description}` : ` ${description}`;
  });
}
