import { expect, it } from 'vitest';
import { findMisfits } from './find-misfits.ts';
import type { Sample, SampleQuestion } from './sample.ts';

const ask = (question: string, ...options: [string, string][]): SampleQuestion => ({
  kind: 'choice',
  question,
  options: options.map(([id, description]) => ({ id, description })),
});
const sampleOf = (id: string, label: string | null, suggested: string | null = null): Sample => ({
  id,
  evidence: { format: 'text', text: id },
  label,
  group: null,
  note: '',
  disputed: false,
  suggestion: suggested === null ? null : { label: suggested, confidence: null, by: 'm' },
  question: null,
  tags: {},
  origin: null,
});
const before = ask('Which?', ['a', 'A.'], ['b', 'B.'], ['c', 'C.']);
const samples = [sampleOf('1', 'a'), sampleOf('2', 'b', 'c'), sampleOf('3', null), sampleOf('4', 'c')];

it('names the samples whose label is gone', () => {
  expect(findMisfits(samples, before, ask('Which?', ['b', 'B.'], ['a', 'A.'], ['d', 'D.']))).toEqual({
    samples: [{ id: '4', label: 'c' }],
    suggestions: ['2'],
    removed_options: ['c'],
    added_options: ['d'],
    reordered: true,
    reworded: false,
  });
});

it('tells another wording from another option', () => {
  const none = { samples: [], suggestions: [], removed_options: [], added_options: [], reordered: false };
  expect(findMisfits(samples, before, before)).toEqual({ ...none, reworded: false });
  expect(findMisfits(samples, before, { ...before, question: 'What?' })).toEqual({ ...none, reworded: true });
  const described = ask('Which?', ['a', 'A.'], ['b', 'Bee.'], ['c', 'C.']);
  expect(findMisfits(samples, before, described)).toEqual({ ...none, reworded: true });
});
