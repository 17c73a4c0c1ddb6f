import { expect, test } from 'vitest';
import { readEvidence } from './read-evidence.ts';

test('text stays as it was typed, white space and all', () => {
  const evidence = { format: 'text', text: '  Charged twice.\n' } as const;
  expect(readEvidence(evidence)).toEqual({ evidence, fault: null });
});

test('JSON comes on one line, with its digits and the order of its keys', () => {
  const text = '{\n  "total": 1.50,\n  "10": 12345678901234567890,\n  "2": null\n}';
  const { evidence } = readEvidence({ format: 'json', text });
  expect(evidence).toEqual({ format: 'json', text: expect.not.stringContaining('\n') });
  expect(evidence?.text.replace(/\s/g, '')).toBe('{"total":1.50,"10":12345678901234567890,"2":null}');
});

test.each([
  ['text', '   '],
  ['json', ''],
  ['json', '{"a": }'],
  ['json', '"a text"'],
  ['json', '3'],
] as const)('%s “%s” is refused in words', (format, text) => {
  const read = readEvidence({ format, text });
  expect(read.evidence).toBeNull();
  expect(read.fault?.length).toBeGreaterThan(10);
});
