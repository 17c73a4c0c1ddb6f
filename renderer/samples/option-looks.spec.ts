import { expect, test } from 'vitest';
import { huesOf } from './option-looks.tsx';

test('options have the hues that their decision gave them, wherever they stand', () => {
  const hueOf = huesOf(
    ['a', 'b'],
    [
      { id: 'b', hue: 0 },
      { id: 'a', hue: 4 },
    ],
  );
  expect([hueOf('a'), hueOf('b')]).toEqual([4, 0]);
});

test('without a decision the place counts', () => {
  const hueOf = huesOf(['a', 'b', 'c'], []);
  expect([hueOf('a'), hueOf('b'), hueOf('c')]).toEqual([0, 1, 2]);
});

test('an option that the decision no longer has takes no other one’s hue', () => {
  const hueOf = huesOf(
    ['a', 'gone'],
    [
      { id: 'a', hue: 0 },
      { id: 'new', hue: 1 },
    ],
  );
  expect(hueOf('gone')).toBe(2);
});

test('what is no option at all has no hue', () => {
  expect(huesOf(['a'], [])('b')).toBeNull();
});
