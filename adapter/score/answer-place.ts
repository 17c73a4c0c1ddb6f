import type { Token, Vocabulary } from '../engine/engine.ts';

/**
 * How much of the text before the answer is tokenised with each label. Merges reach over a word at most, and a label
 * follows a line break or a special token in every template.
 */
const tailLength = 200;
/** The first of all labels: it is a slot of every decision. */
const firstLabel = 'A';

/** The end of a prompt, where a label follows. */
export interface AnswerPlace {
  /**
   * The token of a label here, or null when the label is not exactly one token or would change the tokens before it.
   * Prompt and label are tokenised together and compared.
   */
  tokenOf(label: string): Token | null;
  /** The prompt's tokens as they are before a label. */
  settle(tokens: readonly Token[]): Token[];
}

/**
 * Some tokenisers split the white space at the end of a text otherwise when a letter follows: with GPT-2's rule `\n\n` is
 * one token at the end and two before a letter. What counts is what the model reads before an answer, so the prompt's
 * tokens are those that it has before the first label, as long as they spell the same text; the other labels are held
 * against these.
 * @param tail the ordinary text that the prompt ends with
 */
export function answerPlace(vocabulary: Vocabulary, tail: string): AnswerPlace {
  const end = tail.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, '');
  const spell = (tokens: readonly Token[]) => tokens.map((token) => vocabulary.text(token)).join('');
  const alone = vocabulary.tokenise(end, false);
  const labelled = vocabulary.tokenise(end + firstLabel, false).slice(0, -1);
  const before = !startsWith(labelled, alone) && spell(labelled) === spell(alone) ? labelled : alone;
  let kept = 0;
  while (kept < alone.length && alone[kept] === before[kept]) kept += 1;
  return {
    tokenOf(label) {
      const tokens = vocabulary.tokenise(end + label, false);
      const token = tokens[before.length];
      if (token === undefined || tokens.length !== before.length + 1 || !startsWith(tokens, before)) return null;
      return vocabulary.isControl(token) || vocabulary.endsGeneration(token) ? null : token;
    },
    settle: (tokens) => [...tokens.slice(0, tokens.length - (alone.length - kept)), ...before.slice(kept)],
  };
}

function startsWith(tokens: readonly Token[], start: readonly Token[]): boolean {
  return start.every((token, index) => token === tokens[index]);
}
