import { setImmediate } from 'node:timers/promises';
import type { Token, Vocabulary } from '../engine/engine.ts';

/** Characters that are tokenised in one call: about 10 ms, well under the 50 ms that the event loop may be blocked. */
export const sliceLength = 40_000;
/** Characters on each side of a cut that are tokenised with and without it. Merges reach over a word at most. */
const reach = 200;
/** Places that are tried in one slice before a longer one is taken; most texts give a cut at the first. */
const maxTries = 8;

// Before a blank between two letters: a border of words for every tokeniser in use.
const wordBorder = /(?<=\p{L})(?= \p{L})/gu;

/**
 * The tokens of ordinary text, the very ones that a single call gives. A long text is cut where it is shown that the
 * tokens around the cut are the same with and without it, and the event loop gets its turn between the slices. Text in
 * which there is no such place (no blanks, say) is tokenised in one call.
 */
export async function tokeniseText(text: string, vocabulary: Vocabulary, slice = sliceLength): Promise<Token[]> {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    const end = findCut(text, start + slice, vocabulary);
    // no spread into push: a long slice has more tokens than a call may have arguments
    for (const token of vocabulary.tokenise(text.slice(start, end), false)) tokens.push(token);
    start = end;
    if (start < text.length) await setImmediate();
  }
  return tokens;
}

/** The first place at or after `from` where the text can be cut; its length where there is none. */
function findCut(text: string, from: number, vocabulary: Vocabulary): number {
  if (from + reach >= text.length) return text.length;
  wordBorder.lastIndex = from;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const place = wordBorder.exec(text)?.index;
    if (place === undefined) break;
    if (isClean(text, place, vocabulary)) return place;
    wordBorder.lastIndex = place + 1;
  }
  return text.length;
}

function isClean(text: string, place: number, vocabulary: Vocabulary): boolean {
  const left = text.slice(Math.max(0, place - reach), place).replace(/^[\uDC00-\uDFFF]/, '');
  const right = text.slice(place, place + reach).replace(/[\uD800-\uDBFF]$/, '');
  const whole = vocabulary.tokenise(left + right, false);
  const parts = [...vocabulary.tokenise(left, false), ...vocabulary.tokenise(right, false)];
  return whole.length === parts.length && whole.every((token, index) => token === parts[index]);
}
