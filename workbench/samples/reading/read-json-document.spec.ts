import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../adapter/fault.ts';
import { writeJson } from '../../../adapter/json/write-json.ts';
import { createPacer } from '../pacer.ts';
import { readJsonDocument } from './read-json-document.ts';
import type { SourceField, SourceItem } from './source-row.ts';

async function read(text: string): Promise<{ items: SourceItem[]; around: SourceField[] }> {
  const items: SourceItem[] = [];
  const around: SourceField[] = [];
  for await (const piece of readJsonDocument(text, 'file.json', createPacer(), (field) => around.push(field))) {
    items.push(...piece);
  }
  return { items, around };
}

/** The rows as JSON.parse would give them, for comparison. */
async function rowsOf(text: string): Promise<unknown[]> {
  return (await read(text)).items.map((item) => {
    if (item.kind !== 'row') throw new Error(`no row: ${JSON.stringify(item)}`);
    const members = item.row.fields.map(({ name, value }) => ({ key: name, value }));
    return JSON.parse(writeJson({ kind: 'object', members }));
  });
}

const key = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '}', ']', ',', ':', '\n', 'é') });
const row = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
const isPlain = (text: string) => !/\\ud[89a-f]/i.test(text) && !text.includes('__proto__');

describe('readJsonDocument', () => {
  it('gives what JSON.parse gives, in a list and in an object around it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), fc.constantFrom(0, 1, '\t'), async (rows, indent) => {
        const list = JSON.stringify(rows, null, indent);
        fc.pre(isPlain(list));
        const expected = JSON.parse(list);
        expect(await rowsOf(list)).toEqual(expected);
        const wrapped = JSON.stringify({ version: [1, { a: '[{' }], rows, last: '}' }, null, indent);
        expect(await rowsOf(wrapped)).toEqual(expected);
        expect((await read(wrapped)).around.map(({ name }) => name)).toEqual(['version', 'last']);
      }),
    );
  });

  it('refuses every document that JSON.parse refuses, as a whole or in a row', async () => {
    const symbols = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"b"',
      '"',
      '1',
      'tru',
      'null',
      '\n',
      ' ',
      '\\',
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(symbols, { maxLength: 10 }), fc.boolean(), async (parts, inList) => {
        const text = inList ? `[{"a": ${parts.join('')}}]` : parts.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        try {
          const { items } = await read(text);
          if (!isJson) expect(items.some(({ kind }) => kind === 'fault')).toBe(true);
          else taken += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
        }
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(10);
  });

  it('names line and column in the file, of items on any line', async () => {
    const { items } = await read('[{"a": 1}, {"a": NaN},\n  {"b": 2},\n\n  {"c": \n tru}]');
    expect(items.flatMap((item) => (item.kind === 'fault' ? [[item.fault.line, item.fault.column]] : []))).toEqual([
      [1, 18],
      [5, 2],
    ]);
    expect(items.flatMap((item) => (item.kind === 'row' ? [item.row.line] : []))).toEqual([1, 2]);
  });
});
