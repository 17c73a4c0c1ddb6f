import { expect, test } from 'vitest';
import type { Vocabulary } from '../engine/engine.ts';
import { tokeniseText } from './tokenise-text.ts';

/** Blanks go with the word after them; `merged` are tokens of their own. Notes how long each call's text is. */
function wordVocabulary(merged: RegExp, calls: number[] = []): Vocabulary {
  const known = new Map<string, number>();
  const idOf = (piece: string) => {
    const id = known.get(piece) ?? known.size;
    known.set(piece, id);
    return id;
  };
  const never = () => {
    throw new Error('not asked for');
  };
  return {
    size: 1,
    bos: null,
    addBos: false,
    tokenise(text) {
      calls.push(text.length);
      return [...text.matchAll(new RegExp(`${merged.source}| ?[a-z]+|[\\s\\S]`, 'gu'))].map(([piece]) => idOf(piece));
    },
    text: never,
    isControl: never,
    endsGeneration: never,
    strips: never,
    all: never,
  };
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index % 7} other`).join(' ');

test('a long text is tokenised in slices, to the tokens of a single call', async () => {
  const calls: number[] = [];
  const vocabulary = wordVocabulary(/never/, calls);
  const text = words(2000);
  const tokens = await tokeniseText(text, vocabulary, 1000);
  expect(Math.max(...calls)).toBeLessThan(1500);
  expect(tokens).toEqual(vocabulary.tokenise(text, false));
});

test('is not cut where a token reaches over the border of two words', async () => {
  const text = 'red green blue '.repeat(500);
  const vocabulary = wordVocabulary(/red green|blue/);
  expect(await tokeniseText(text, vocabulary, 500)).toEqual(vocabulary.tokenise(text, false));
  const everywhere = wordVocabulary(/[a-z]+ [a-z]+ [a-z]+/);
  expect(await tokeniseText(text, everywhere, 500)).toEqual(everywhere.tokenise(text, false));
});

test('a text without borders of words is tokenised in one call', async () => {
  const calls: number[] = [];
  const vocabulary = wordVocabulary(/never/, calls);
  for (const text of ['x'.repeat(5000), ' '.repeat(5000), '\ud83d\ude48'.repeat(2500), ''])
    expect(await tokeniseText(text, vocabulary, 1000)).toEqual(vocabulary.tokenise(text, false));
  expect(calls.filter((length) => length > 0 && length < 5000)).toEqual([]);
});
