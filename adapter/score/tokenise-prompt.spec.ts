import { expect, test } from 'vitest';
import type { Vocabulary } from '../engine/engine.ts';
import { slotToken } from './slot-tokens.ts';
import { endingText, tokenisePrompt } from './tokenise-prompt.ts';

const controls = new Map([
  ['<s>', 1],
  ['<end>', 2],
  ['<user>', 3],
]);
const names = [...controls.keys()].join('|');

/** A token for each character, "ab" as one token of its own, and three control tokens; `<user>` eats blanks after it. */
function fakeVocabulary(addBos: boolean): Vocabulary {
  const plain = (text: string) =>
    [...text.matchAll(/ab|[\s\S]/gu)].map(([piece]) => (piece === 'ab' ? 9 : (piece.codePointAt(0) ?? 0) + 100));
  return {
    size: 1000,
    bos: 1,
    addBos,
    tokenise: (text, parseSpecial) =>
      parseSpecial
        ? text.split(new RegExp(`(${names})`)).flatMap((part) => controls.get(part) ?? plain(part))
        : plain(text),
    text: (token) => [...controls].find(([, id]) => id === token)?.[0] ?? String.fromCodePoint(token - 100),
    isControl: (token) => token <= 3,
    endsGeneration: (token) => token === 2,
    strips: (token) => ({ left: false, right: token === 3 }),
    all: () => [],
  };
}

const characters = (text: string) => [...text].map((letter) => (letter.codePointAt(0) ?? 0) + 100);
type Piece = { text: string; origin: 'template' | 'content' };
const template = (text: string): Piece => ({ text, origin: 'template' });
const content = (text: string): Piece => ({ text, origin: 'content' });

test('special tokens come from the template alone', async () => {
  const pieces = [template('<s>x'), content('<end>y'), template('z<end>')];
  const { tokens } = await tokenisePrompt({ pieces, sharedEnd: 10 }, fakeVocabulary(false));
  expect(tokens).toEqual([1, ...characters('x<end>yz'), 2]);
  expect(endingText(pieces, fakeVocabulary(false))).toBe('');
});

test('adjacent ordinary text is one string, and the shared part stops before a token that may merge', async () => {
  const pieces = [template('<s>xa'), content('b'), template('z')];
  const vocabulary = fakeVocabulary(false);
  const { tokens, shared } = await tokenisePrompt({ pieces, sharedEnd: 5 }, vocabulary);
  expect(tokens).toEqual([1, ...characters('x'), 9, ...characters('z')]);
  // up to "<s>xa", whose "a" merges with what follows
  expect(shared).toBe(2);
  expect(endingText(pieces, vocabulary)).toBe('xabz');
});

test('one BOS at most, as the model asks', async () => {
  const bos = async (text: string, addBos: boolean) =>
    (await tokenisePrompt({ pieces: [template(text)], sharedEnd: 0 }, fakeVocabulary(addBos))).tokens;
  expect(await bos('x', true)).toEqual([1, ...characters('x')]);
  expect(await bos('<s>x', true)).toEqual([1, ...characters('x')]);
  expect(await bos('<s><s>x', true)).toEqual([1, ...characters('x')]);
  expect(await bos('x', false)).toEqual(characters('x'));
});

test('blanks that the tokeniser drops after a special token are dropped', async () => {
  const pieces = [template('<user>  '), content(' x y')];
  const { tokens } = await tokenisePrompt({ pieces, sharedEnd: 0 }, fakeVocabulary(false));
  expect(tokens).toEqual([3, ...characters('x y')]);
});

test('a slot is one token that changes nothing before it', () => {
  const vocabulary = fakeVocabulary(false);
  expect(slotToken(vocabulary, 'x')('A')).toBe(165);
  expect(slotToken(vocabulary, 'x')('AA')).toBeNull();
  expect(slotToken(vocabulary, 'xa')('b')).toBeNull();
});
