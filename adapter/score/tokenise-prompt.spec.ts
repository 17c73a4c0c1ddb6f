import { expect, test } from 'vitest';
import type { Vocabulary } from '../engine/engine.ts';
import { answerPlace } from './slot-tokens.ts';
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
  expect(answerPlace(vocabulary, 'x').tokenOf('A')).toBe(165);
  expect(answerPlace(vocabulary, 'x').tokenOf('AA')).toBeNull();
  expect(answerPlace(vocabulary, 'xa').tokenOf('b')).toBeNull();
  expect(answerPlace(vocabulary, 'xa').settle(characters('xa'))).toEqual(characters('xa'));
});

/** Two line breaks at the end of a text are one token, and two before a letter; "\n\nB" is one token of its own. */
function splittingVocabulary(): Vocabulary {
  const pieces = (text: string) => [...text.matchAll(/\n\nB|\n\n(?![A-Z])|[\s\S]/g)].map(([piece]) => piece);
  const texts = ['\n\nB', '\n\n', ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))];
  return {
    ...fakeVocabulary(false),
    tokenise: (text) => pieces(text).map((piece) => texts.indexOf(piece) + 10),
    text: (token) => texts[token - 10] ?? '',
  };
}

test('tokens that a label splits are the ones that it leaves, when they spell the same', () => {
  const vocabulary = splittingVocabulary();
  const prompt = vocabulary.tokenise('long before it x\n\n', false);
  const place = answerPlace(vocabulary, 'x\n\n');
  expect(place.settle(prompt).map(vocabulary.text)).toEqual([...'long before it x', '\n', '\n']);
  expect(vocabulary.text(place.tokenOf('A') ?? 0)).toBe('A');
  expect(vocabulary.text(place.tokenOf('C') ?? 0)).toBe('C');
  // would take part of the prompt into its own token
  expect(place.tokenOf('B')).toBeNull();
  expect(answerPlace(vocabulary, 'x\n').settle(prompt)).toEqual(prompt);
});

test('a label that merges with what is before it is no slot', () => {
  const merging: Vocabulary = {
    ...fakeVocabulary(false),
    tokenise: (text) =>
      [...text.matchAll(/x[AB]|[\s\S]/g)].map(([piece]) => (piece.length === 2 ? 7 : piece.charCodeAt(0))),
    text: (token) => String.fromCharCode(token),
  };
  const place = answerPlace(merging, 'ax');
  expect([place.tokenOf('A'), place.tokenOf('C')]).toEqual([null, 67]);
  expect(place.settle([97, 120])).toEqual([97, 120]);
});
