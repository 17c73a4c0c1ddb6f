import { expect, test } from 'vitest';
import type { SampleQuestion } from '../../../workbench/samples/sample.ts';
import { describeChange } from './describe-change.ts';

function question(ids: readonly string[], words = 'Which queue?'): SampleQuestion {
  return { kind: 'choice', question: words, options: ids.map((id) => ({ id, description: `About ${id}.` })) };
}

test('an unchanged decision has nothing to say', () => {
  expect(describeChange(question(['a', 'b']), question(['a', 'b']))).toBeNull();
});

test('options that went and came are named', () => {
  expect(describeChange(question(['a', 'b']), question(['b', 'c']))).toBe('without a, with c added');
});

test('another wording and another order are told apart from other options', () => {
  expect(describeChange(question(['a', 'b']), question(['b', 'a']))).toBe('another order of the options');
  expect(describeChange(question(['a', 'b']), question(['a', 'b'], 'Where to?'))).toBe('other words');
});

test('many options are counted', () => {
  const many = Array.from({ length: 8 }, (_, index) => `q${index}`);
  expect(describeChange(question([...many, 'x']), question(['x', 'y']))).toContain('q4 and 3 more');
});
