import { expect, test } from 'vitest';
import { isList, makeId, parseOptionList } from './parse-option-list.ts';

test.each<[string, string, { id: string; description: string }[]]>([
  [
    'id and description with a colon',
    'billing: Bills and payments',
    [{ id: 'billing', description: 'Bills and payments' }],
  ],
  ['a colon inside the description', 'late: Due: yesterday', [{ id: 'late', description: 'Due: yesterday' }]],
  ['id and description with a tab', 'p1\tNow\tat once', [{ id: 'p1', description: 'Now at once' }]],
  ['a description alone', 'Damaged parcel', [{ id: 'damaged_parcel', description: 'Damaged parcel' }]],
  ['an id with nothing after the colon', 'other:', [{ id: 'other', description: '' }]],
  ['a time is no id', '- at 10:40 it failed', [{ id: 'at_10_40_it_failed', description: 'at 10:40 it failed' }]],
  [
    'a sentence with a colon is no id',
    'The customer of ten years says this: it is late',
    [
      {
        id: 'the_customer_of_ten_years_says_this_it',
        description: 'The customer of ten years says this: it is late',
      },
    ],
  ],
])('%s', (_, text, expected) => {
  expect(parseOptionList(text)).toEqual(expected);
});

test('bullets, numbering, letters, check boxes and empty lines are dropped', () => {
  const text = '\n- one\n* two\n• three\n1. four\n2) five\n(3) six\nA. seven\nb) eight\n- [ ] nine\r\n– ten\n\n';
  expect(parseOptionList(text).map(({ description }) => description)).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
  ]);
});

test('ids that repeat get a number', () => {
  expect(parseOptionList('a: 1\na: 2\na: 3').map(({ id }) => id)).toEqual(['a', 'a_2', 'a_3']);
});

test('JSON of strings or of options is read', () => {
  expect(parseOptionList('["Sales team", "Billing"]').map(({ id }) => id)).toEqual(['sales_team', 'billing']);
  expect(parseOptionList('[{"id": "x", "description": "y"}, {"id": "z"}]')).toEqual([
    { id: 'x', description: 'y' },
    { id: 'z', description: '' },
  ]);
});

test('JSON of another shape is taken as lines, so that nothing vanishes', () => {
  expect(parseOptionList('[1, 2]')).toEqual([{ id: '1_2', description: '[1, 2]' }]);
});

test('an id is made of whole words of any script and stays short', () => {
  expect(makeId('Grüße & Küsse!')).toBe('grüße_küsse');
  expect(makeId('問い合わせ')).toBe('問い合わせ');
  expect(makeId('…')).toBe('option');
  expect(makeId('a very long line that goes on and on and on without an end').length).toBeLessThanOrEqual(40);
});

test('only several lines are a list', () => {
  expect(isList('one word\n')).toBe(false);
  expect(isList('one\ntwo')).toBe(true);
});
