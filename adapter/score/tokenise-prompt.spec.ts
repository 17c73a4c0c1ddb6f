import { expect, test } from 'vitest';
import { characters, fakeVocabulary } from '../../fixtures/models/fake-vocabulary.ts';
import { endingText, tokenisePrompt } from './tokenise-prompt.ts';

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
