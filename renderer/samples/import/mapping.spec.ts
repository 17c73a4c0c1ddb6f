import { expect, test } from 'vitest';
import { noColumns } from '../../../workbench/samples/formats/sample-format.ts';
import { columnRoles, giveRole, roleOf } from './mapping.ts';

const order = ['id', 'subject', 'body', 'queue', 'a', 'b'];

test.each(columnRoles)('a column that is given the role %s has it', (role) => {
  expect(roleOf(giveRole(noColumns, 'body', role, order), 'body')).toBe(role);
});

test('several columns are evidence, in the order of the file and under their own names', () => {
  const mapping = giveRole(giveRole(noColumns, 'body', 'evidence', order), 'subject', 'evidence', order);
  expect(mapping.evidence).toEqual([
    { column: 'subject', name: 'subject' },
    { column: 'body', name: 'body' },
  ]);
});

test('a column has one role: the earlier one is lost', () => {
  const mapping = giveRole(giveRole(noColumns, 'body', 'evidence', order), 'body', 'note', order);
  expect(mapping.evidence).toEqual([]);
  expect(roleOf(mapping, 'body')).toBe('note');
});

test('there is one column of labels: another one takes the place', () => {
  const mapping = giveRole(giveRole(noColumns, 'queue', 'label', order), 'a', 'label', order);
  expect(roleOf(mapping, 'queue')).toBe('none');
  expect(roleOf(mapping, 'a')).toBe('label');
});

test('options may lie in several columns', () => {
  const mapping = giveRole(giveRole(noColumns, 'b', 'options', order), 'a', 'options', order);
  expect(mapping.options).toEqual(['a', 'b']);
  expect(giveRole(mapping, 'a', 'none', order).options).toEqual(['b']);
});

test('two columns of evidence are no longer one column of JSON', () => {
  const one = { ...giveRole(noColumns, 'body', 'evidence', order), evidence_json: true };
  expect(giveRole(one, 'subject', 'evidence', order).evidence_json).toBe(false);
});
