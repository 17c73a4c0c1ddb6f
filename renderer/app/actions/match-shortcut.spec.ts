import { expect, test } from 'vitest';
import { type ActionDescription, actions } from '../../../workbench/actions.ts';
import { shortcutKeys } from './format-shortcut.ts';
import { type KeyPress, matchesShortcut } from './match-shortcut.ts';

const nothing: KeyPress = { key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test('mod is Control elsewhere and Command on a Mac, and never both', () => {
  const k = { mod: true, key: 'k' } as const;
  expect(matchesShortcut({ ...nothing, key: 'k', ctrlKey: true }, k, false)).toBe(true);
  expect(matchesShortcut({ ...nothing, key: 'k', metaKey: true }, k, true)).toBe(true);
  expect(matchesShortcut({ ...nothing, key: 'k', ctrlKey: true }, k, true)).toBe(false);
  expect(matchesShortcut({ ...nothing, key: 'k', ctrlKey: true, metaKey: true }, k, false)).toBe(false);
  expect(matchesShortcut({ ...nothing, key: 'k' }, k, false)).toBe(false);
});

test('other modifiers make another shortcut', () => {
  const z = { mod: true, key: 'z' } as const;
  expect(matchesShortcut({ ...nothing, key: 'Z', ctrlKey: true, shiftKey: true }, z, false)).toBe(false);
  expect(matchesShortcut({ ...nothing, key: 'z', ctrlKey: true, altKey: true }, z, false)).toBe(false);
  const redo = { mod: true, shift: true, key: 'z' } as const;
  expect(matchesShortcut({ ...nothing, key: 'Z', ctrlKey: true, shiftKey: true }, redo, false)).toBe(true);
});

test('with Alt a keyboard may send another character: the physical key counts', () => {
  const n = { mod: true, alt: true, key: 'n' } as const;
  expect(matchesShortcut({ ...nothing, key: 'Dead', code: 'KeyN', metaKey: true, altKey: true }, n, true)).toBe(true);
});

test('without Alt and Shift the character counts and not the place: other layouts move letters', () => {
  const z = { mod: true, key: 'z' } as const;
  expect(matchesShortcut({ ...nothing, key: 'y', code: 'KeyZ', ctrlKey: true }, z, false)).toBe(false);
});

test('a sign that needs Shift on some keyboards is found with it', () => {
  const slash = { mod: true, key: '/' } as const;
  expect(matchesShortcut({ ...nothing, key: '/', ctrlKey: true, shiftKey: true }, slash, false)).toBe(true);
});

test.each([false, true])('no two actions share a shortcut (Mac: %s)', (mac) => {
  const described: readonly ActionDescription[] = actions;
  const keys = described.flatMap(({ shortcut }) =>
    shortcut === undefined ? [] : [shortcutKeys(shortcut, mac).join(' ')],
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(10);
});
