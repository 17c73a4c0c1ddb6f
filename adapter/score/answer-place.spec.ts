import { expect, test } from 'vitest';
import { characters, fakeVocabulary } from '../../fixtures/models/fake-vocabulary.ts';
import type { Vocabulary } from '../engine/engine.ts';
import { answerPlace } from './answer-place.ts';

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
