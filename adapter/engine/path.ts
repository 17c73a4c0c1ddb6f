import type { Token } from './engine.ts';

/**
 * Tokens and the places where their evaluation stops. Chunk borders change the numbers in the last digits, so they
 * belong to a path and follow from the decision alone.
 */
export interface Path {
  tokens: readonly Token[];
  /** Ascending positions in (0, tokens.length]; the last is the end. */
  borders: readonly number[];
}

/**
 * The borders of a prompt: multiples of the batch size, the end of the shared part, and the last token alone.
 * @param length tokens of the prompt, at least 1
 * @param shared tokens of the part that several questions share; 0 when there is none
 * @returns borders up to and including `length - 1`; the last token's evaluation is the reading itself
 */
export function promptBorders(length: number, shared: number, batchTokens: number): number[] {
  const borders = new Set<number>();
  for (let at = batchTokens; at < length; at += batchTokens) borders.add(at);
  if (shared > 0) borders.add(shared);
  borders.add(length - 1);
  return [...borders].filter((at) => at > 0 && at < length).sort((a, b) => a - b);
}

/**
 * How much of an evaluated path another one may reuse: up to the last border that both have, with equal tokens before
 * it and equal borders before it, since only then a cold evaluation gives the same numbers.
 */
export function reusableLength(held: Path, wanted: Path): number {
  let reusable = 0;
  let position = 0;
  for (const [index, border] of wanted.borders.entries()) {
    if (held.borders[index] !== border) break;
    while (position < border && held.tokens[position] === wanted.tokens[position]) position += 1;
    if (position < border) break;
    reusable = border;
  }
  return reusable;
}
