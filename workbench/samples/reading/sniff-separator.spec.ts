import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { separators } from './separators.ts';
import { sniffSeparator } from './sniff-separator.ts';

it('finds the separator that a table was written with', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', ';', '|', '\t', '\n', '"'), minLength: 1 });
  const header = ['id', 'the text', 'label'];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, word, word), { minLength: 1 }),
      fc.constantFrom(...separators),
      (rows, wanted) => {
        const text = Papa.unparse([header, ...rows], { delimiter: wanted, quotes: true });
        const { separator, rivals } = sniffSeparator(text, true);
        expect(separator).toBe(wanted);
        expect(rivals).toEqual([]);
      },
    ),
  );
});

it.each([
  ['decimal commas', 'a;b\n1,5;2,5\n3,0;1,0\n', ';', 0],
  ['commas in quotes', '"a,b";"c,d"\n"1,2";"3,4"\n', ';', 0],
  ['one column', 'text\nsome words\nmore words\n', ',', 0],
  ['a short row among good ones', 'a\tb\n1\t2\n3\n4\t5\n', '\t', 0],
  ['a line that names it', 'sep=|\na,b|c\n1,2|3\n', '|', 0],
  ['two that fit', 'a,b;c\n1,2;3\n', ',', 1],
])('%s', (_, text, separator, rivals) => {
  const guess = sniffSeparator(text, true);
  expect(guess.separator).toBe(separator);
  expect(guess.rivals).toHaveLength(rivals);
});

it('does not count a record that the head cuts off', () => {
  expect(sniffSeparator('a;b\n1;2\n3', false).why).toContain('every record has 2 cells');
});
