import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draftToDecisions } from './draft-to-decisions.ts';
import { FIRST_EXAMPLE, listExamples, readExample } from './examples.ts';

it('offers every file of fixtures/decisions once, the support ticket first', () => {
  const files = readdirSync(join(import.meta.dirname, '../../fixtures/decisions')).filter((file) =>
    file.endsWith('.json'),
  );
  expect(
    listExamples()
      .map(({ file }) => file)
      .sort(),
  ).toEqual(files.sort());
  expect(listExamples()[0]?.file).toBe(FIRST_EXAMPLE);
  expect(new Set(listExamples().map(({ name }) => name)).size).toBe(files.length);
});

it.each(listExamples())('$file opens as a draft without a fault', ({ file, name }) => {
  const example = readExample(file);
  expect(example.name).toBe(name);
  expect(draftToDecisions(example.draft).faults).toEqual([]);
});

it.each(['none.json', '../support-ticket.json', 'README.md', '__proto__'])('knows no example %s', (file) => {
  expect(() => readExample(file)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});
