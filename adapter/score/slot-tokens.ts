import type { Token, Vocabulary } from '../engine/engine.ts';

/**
 * How much of the text before the answer is tokenised with each label. Merges reach over a word at most, and a label
 * follows a line break or a special token in every template.
 */
const tailLength = 200;

/**
 * The token of a label at the answer position, or null when the label is not exactly one token there or would change
 * the tokens before it. Prompt and label are tokenised together and compared.
 * @param tail the ordinary text that the prompt ends with
 */
export function slotToken(vocabulary: Vocabulary, tail: string): (label: string) => Token | null {
  const end = tail.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, '');
  const before = vocabulary.tokenise(end, false);
  return (label) => {
    const tokens = vocabulary.tokenise(end + label, false);
    const token = tokens[before.length];
    if (token === undefined || tokens.length !== before.length + 1) return null;
    if (!before.every((earlier, index) => earlier === tokens[index])) return null;
    return vocabulary.isControl(token) || vocabulary.endsGeneration(token) ? null : token;
  };
}
