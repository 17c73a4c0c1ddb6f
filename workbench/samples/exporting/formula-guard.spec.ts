import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { Sample } from '../sample.ts';
import { guardFormula, stripFormulaGuard } from './formula-guard.ts';
import { writeTable } from './write-text-formats.ts';

const dangerous = fc.tuple(
  fc.string({ unit: fc.constantFrom(' ', '\u00a0', '\u200b', '\n', '') }),
  fc.constantFrom('=', '+', '-', '@', '\t', '\r', '|', '%', '＝', '＋', '－', '＠'),
  fc.string(),
);

it('takes off exactly what it put on', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        dangerous.map((parts) => parts.join('')),
      ),
      (cell) => {
        expect(stripFormulaGuard(guardFormula(cell))).toBe(cell);
      },
    ),
  );
});

it('leaves ordinary text as it is', () => {
  for (const cell of ['', 'Charged twice', '1.5', 'a=b', '{"a": -1}', 'Ärger']) expect(guardFormula(cell)).toBe(cell);
});

it('lets no cell of an exported table start a formula, whatever the samples hold', () => {
  fc.assert(
    fc.property(dangerous, ([blank, sign, rest]) => {
      const text = `${blank}${sign}${rest}`;
      const sample: Sample = {
        id: text,
        evidence: { format: 'text', text },
        label: text,
        group: text,
        note: text,
        disputed: false,
        suggestion: { label: text, confidence: null, by: text },
        question: null,
        tags: { [text]: text },
        origin: null,
      };
      const csv = [...writeTable([sample], ',')].join('').slice(1);
      // papaparse stands for the program that opens the file.
      const rows = Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' }).data;
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u);
    }),
  );
});
