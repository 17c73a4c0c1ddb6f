import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { createTableTokeniser } from './tokenise-table.ts';

const all = (text: string, separator = ',') => createTableTokeniser(separator).push(text, true);
const cellsOf = (text: string, separator = ',') => all(text, separator).map(({ cells }) => cells);

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '🙈', ' ', ',', ';', '"', '\n', '\r\n', '|', '\t') });
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });

describe('createTableTokeniser', () => {
  it('reads what papaparse writes, for each separator and line break', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        (rows, delimiter, newline) => {
          const text = Papa.unparse(rows, { delimiter, newline, quotes: true });
          expect(cellsOf(text, delimiter)).toEqual(rows);
        },
      ),
    );
  });

  it('agrees with papaparse on unquoted text and on text that ends with a line break', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '\n') });
    fc.assert(
      fc.property(plain, (text) => {
        const expected = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data;
        // papaparse counts an empty record after the last line break, and none for the empty text.
        if (text.endsWith('\n')) expected.pop();
        expect(cellsOf(text)).toEqual(expected);
      }),
    );
  });

  it('gives the same records however the text is cut into pieces', () => {
    const symbols = fc.string({ unit: fc.constantFrom('a', ',', '"', '""', '\n', '\r', '\r\n') });
    fc.assert(
      fc.property(symbols, fc.array(fc.nat({ max: 40 })), (text, cuts) => {
        const tokeniser = createTableTokeniser(',');
        const records = [];
        let at = 0;
        for (const cut of cuts) {
          records.push(...tokeniser.push(text.slice(at, at + cut), false));
          at = Math.min(text.length, at + cut);
        }
        records.push(...tokeniser.push(text.slice(at), true));
        expect(records).toEqual(all(text));
      }),
      { numRuns: 500 },
    );
  });

  it('counts lines inside quotes, and takes all three line breaks', () => {
    const records = all('a\r\n"b\r\nc\n",d\re\n\nf');
    expect(records.map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a']],
      [2, ['b\r\nc\n', 'd']],
      [5, ['e']],
      [6, ['']],
      [7, ['f']],
    ]);
  });

  it('names the place of what is wrong, and goes on after that line', () => {
    const [first, second, third] = all('ok,"a"b,c\nnext,5" wide\nx,"open\nmore');
    expect(first?.fault).toEqual({
      line: 1,
      column: 7,
      message: 'Text follows the closing quote; a quote inside a quoted cell is written twice.',
    });
    expect(second).toMatchObject({ cells: ['next', '5" wide'], bareQuote: true, fault: null });
    expect(third?.fault).toMatchObject({ line: 3, column: 3, message: 'The quote that begins here is never closed.' });
  });
});
