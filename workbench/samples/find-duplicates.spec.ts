import { expect, it } from 'vitest';
import { findDuplicates } from './find-duplicates.ts';
import { createPacer } from './pacer.ts';
import type { Sample } from './sample.ts';

const sampleOf = (id: string, text: string, label: string | null = null): Sample => ({
  id,
  evidence: { format: 'text', text },
  label,
  group: null,
  note: '',
  disputed: false,
  suggestion: null,
  question: null,
  tags: {},
  origin: null,
});

it('finds equal and nearly equal evidence, conflicts first', async () => {
  const samples = [
    sampleOf('1', 'Reset please', 'a'),
    sampleOf('2', 'Other'),
    sampleOf('3', 'Reset please', 'a'),
    sampleOf('4', ' caf\u00e9  late ', 'a'),
    sampleOf('5', 'CAFE\u0301\nlate', 'b'),
    sampleOf('6', 'late'),
  ];
  expect(await findDuplicates(samples, createPacer())).toEqual([
    { kind: 'alike', ids: ['4', '5'], conflict: true },
    { kind: 'equal', ids: ['1', '3'], conflict: false },
  ]);
});

it('takes rows of a mixed set for duplicates only when they ask the same', async () => {
  const ask = (question: string) => ({
    kind: 'choice' as const,
    question,
    options: ['a', 'b'].map((id) => ({ id, description: '' })),
  });
  const samples = [
    { ...sampleOf('1', 'x', 'a'), question: ask('Team?') },
    { ...sampleOf('2', 'x', 'b'), question: ask('Mood?') },
    { ...sampleOf('3', 'x', 'b'), question: ask('Team?') },
  ];
  expect(await findDuplicates(samples, createPacer())).toEqual([{ kind: 'equal', ids: ['1', '3'], conflict: true }]);
});
