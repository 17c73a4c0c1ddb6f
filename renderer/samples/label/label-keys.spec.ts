import { expect, test } from 'vitest';
import { type LabelKeyPress, optionKeys, printKey, readLabelKey } from './label-keys.ts';

const nothing: LabelKeyPress = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('the first ten options have the digits as they lie, the next ones letters, and no key is given twice', () => {
  expect(optionKeys.slice(0, 10).join('')).toBe('1234567890');
  expect(optionKeys.length).toBeGreaterThanOrEqual(40);
  expect(new Set(optionKeys).size).toBe(optionKeys.length);
  expect(new Set(optionKeys.map(printKey)).size).toBe(optionKeys.length);
});

test('every key labels the option that shows it', () => {
  for (const [option, key] of optionKeys.entries()) {
    const press = { ...nothing, key, shiftKey: /[A-Z]/.test(key) };
    expect(readLabelKey(press, optionKeys.length), key).toEqual({ do: 'label', option });
  }
});

test('a key without an option does nothing, and does not become a command', () => {
  expect(readLabelKey({ ...nothing, key: '4' }, 3)).toBeNull();
  expect(readLabelKey({ ...nothing, key: 'a' }, 10)).toBeNull();
  expect(readLabelKey({ ...nothing, key: 'a' }, 11)).toEqual({ do: 'label', option: 10 });
});

test('keys with Control, Command or Alt are shortcuts of the app', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
    expect(readLabelKey({ ...nothing, key: '1', [modifier]: true }, 3)).toBeNull();
    expect(readLabelKey({ ...nothing, key: 'n', [modifier]: true }, 3)).toBeNull();
  }
});

test('a French keyboard has digits where others have signs', () => {
  expect(readLabelKey({ ...nothing, key: '&', code: 'Digit1' }, 3)).toEqual({ do: 'label', option: 0 });
  expect(readLabelKey({ ...nothing, key: '1', code: 'Digit1', shiftKey: true }, 3)).toEqual({ do: 'label', option: 0 });
});

test('a German slash lies on a digit and stays a slash', () => {
  expect(readLabelKey({ ...nothing, key: '/', code: 'Digit7', shiftKey: true }, 9)).toEqual({ do: 'find-option' });
});

test('the number pad labels, and Caps Lock changes nothing', () => {
  expect(readLabelKey({ ...nothing, key: '2', code: 'Numpad2' }, 3)).toEqual({ do: 'label', option: 1 });
  expect(readLabelKey({ ...nothing, key: 'N' }, 3)).toEqual({ do: 'note' });
  expect(readLabelKey({ ...nothing, key: 'A' }, 40)).toEqual({ do: 'label', option: 10 });
});

test.each([
  ['Enter', 'accept'],
  [' ', 'skip'],
  ['s', 'skip'],
  ['j', 'next'],
  ['k', 'previous'],
  ['d', 'dispute'],
  ['u', 'next-unlabelled'],
  ['m', 'next-uncertain'],
  ['Backspace', 'clear'],
  ['Escape', 'leave'],
])('%s means %s, however many options there are', (key, command) => {
  expect(readLabelKey({ ...nothing, key }, 255)).toEqual({ do: command });
});
