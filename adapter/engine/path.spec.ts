import { expect, test } from 'vitest';
import { promptBorders, reusableLength } from './path.ts';

test('borders are multiples of the batch, the shared part, and the last token alone', () => {
  expect(promptBorders(1300, 700, 512)).toEqual([512, 700, 1024, 1299]);
  expect(promptBorders(20, 0, 512)).toEqual([19]);
  expect(promptBorders(513, 512, 512)).toEqual([512]);
  expect(promptBorders(1, 0, 512)).toEqual([]);
});

const path = (tokens: string, borders: number[]) => ({
  tokens: [...tokens].map((letter) => letter.charCodeAt(0)),
  borders,
});

test.each([
  ['the same path', 'abcdef', [3, 5], 'abcdef', [3, 5], 5],
  ['another end', 'abcdef', [3, 5], 'abcxyz', [3, 5], 3],
  ['a difference before the first border', 'abcdef', [3, 5], 'axcdef', [3, 5], 0],
  ['equal tokens with another border before', 'abcdef', [3, 5], 'abcdef', [2, 5], 0],
  ['a border that only one has', 'abcdef', [3, 5], 'abcdef', [3, 4, 5], 3],
  ['nothing held', '', [], 'abcdef', [3, 5], 0],
  ['a longer held path', 'abcdefgh', [3, 5, 7], 'abcdef', [3, 5], 5],
])('reuses up to the last border with equal chunks before it: %s', (_, held, heldBorders, wanted, borders, length) => {
  expect(reusableLength(path(held, heldBorders), path(wanted, borders))).toBe(length);
});
