import { expect, test } from 'vitest';
import { sampleRow } from '../../../test/stand-ins/sample-row.ts';
import type { SampleQuestion } from '../../../workbench/samples/sample.ts';
import { groupDuplicates } from './group-duplicates.ts';

const question: SampleQuestion = {
  kind: 'choice',
  question: 'Which?',
  options: [
    { id: 'a', description: '' },
    { id: 'b', description: '' },
  ],
};

test('samples of one evidence are one group, conflicts first', () => {
  const groups = groupDuplicates([
    sampleRow({ id: 'p', label: 'a' }, ['q', 'r']),
    sampleRow({ id: 'x', label: 'a' }, ['y']),
    sampleRow({ id: 'q', label: 'a' }, ['p', 'r']),
    sampleRow({ id: 'y', label: 'b' }, ['x']),
    sampleRow({ id: 'r', label: null }, ['p', 'q']),
  ]);
  expect(groups.map(({ rows, conflict }) => [rows.map(({ sample }) => sample.id), conflict])).toEqual([
    [['x', 'y'], true],
    [['p', 'q', 'r'], false],
  ]);
});

test('different labels to different questions are no conflict', () => {
  const other = { ...question, question: 'Where?' };
  const [group] = groupDuplicates([
    sampleRow({ id: 'x', label: 'a', question }, ['y']),
    sampleRow({ id: 'y', label: 'b', question: other }, ['x']),
  ]);
  expect(group?.conflict).toBe(false);
});

test('a sample whose twin is not in the list is no group', () => {
  expect(groupDuplicates([sampleRow({ id: 'x' }, ['gone'])])).toEqual([]);
});
