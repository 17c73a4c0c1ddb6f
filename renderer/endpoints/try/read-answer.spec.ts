import { expect, it } from 'vitest';
import { indented, readAnswer } from './read-answer.ts';

const result = { id: 'route', option_ids: ['a', 'b'], probabilities: [0.75, 0.25], x_reason: 'billing has 0.75' };

it('reads one decision and several', () => {
  expect(readAnswer(JSON.stringify({ result, timing: {} }))).toEqual({ kind: 'decisions', decisions: [result] });
  expect(readAnswer(JSON.stringify({ results: [result, result] }))).toEqual({
    kind: 'decisions',
    decisions: [result, result],
  });
});

it('reads the text of a chat completion', () => {
  const body = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'billing' } }] });
  expect(readAnswer(body)).toEqual({ kind: 'text', text: 'billing' });
});

it('leaves everything else as it came', () => {
  expect(readAnswer('{"choices": []}')).toEqual({ kind: 'other' });
  expect(readAnswer('<html>')).toEqual({ kind: 'other' });
  expect(indented('<html>')).toBe('<html>');
  expect(indented('{"a":1}')).toBe('{\n  "a": 1\n}');
});
