import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { MAX_JSON_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-limits.ts';
import type { JsonNode } from './json-node.ts';
import { parseJson } from './parse-json.ts';
import { writeJson } from './write-json.ts';

function faultOf(input: string | Uint8Array, options = {}): Fault {
  try {
    parseJson(input, options);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`not refused: ${String(input).slice(0, 100)}`);
}

/** What JSON.parse would make of a node. */
function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'array':
      return node.items.map(plain);
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case 'number':
      return Number(node.text);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

describe('parseJson', () => {
  it('keeps the order of keys and the digits of numbers', () => {
    const text = '{"z":1,"10":1.0,"9":12345678901234567890,"a":[-0.0,1e5,{}],"__proto__":null}';
    expect(writeJson(parseJson(text))).toBe(text);
    expect(parseJson(text)).toMatchObject({
      members: [{ key: 'z' }, { key: '10' }, { key: '9' }, { key: 'a' }, { key: '__proto__' }],
    });
  });

  it('agrees with JSON.parse on every JSON text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const written = JSON.stringify(value, null, indent);
        fc.pre(!/\\ud[89a-f]/i.test(written) && !written.includes('__proto__'));
        expect(plain(parseJson(written))).toEqual(value);
      }),
    );
  });

  it('refuses every text that JSON.parse refuses, and takes no other', () => {
    const symbols = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '01',
      '1.',
      '.5',
      '1e',
      'true',
      'nul',
      ' ',
      '\n',
      '\t',
      '\u00a0',
      '\f',
      '//',
      '/**/',
      "'a'",
      '"\\x"',
      '"\\u12"',
      '"\t"',
      '+1',
      '\\',
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(symbols, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        let wanted: unknown;
        try {
          wanted = JSON.parse(text);
        } catch {
          expect(faultOf(text).code).toBe('INVALID_REQUEST');
          return;
        }
        try {
          expect(plain(parseJson(text))).toEqual(wanted);
          taken++;
        } catch (error) {
          // The one thing that JSON.parse lets pass among these.
          expect(error).toMatchObject({ fields: [{ limit: 'each key once' }] });
        }
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(20);
  });

  it.each([
    ['comment', '{"a": 1, // no\n "b": 2}', '', 'Line 1, column 10: Comments'],
    ['trailing comma in a list', '{"a": [1,\n2,\n]}', 'a[2]', 'Line 3, column 1: A comma stands before the end'],
    ['trailing comma in an object', '{"o": {"a": 1,}}', 'o', 'Line 1, column 15: A comma'],
    ['duplicate key', '{"o": [0, {"k": 1, "k": 2}]}', 'o[1].k', 'occurs twice'],
    ['duplicate key by another spelling', '{"k": 1, "\\u006b": 2}', 'k', 'occurs twice'],
    ['lone surrogate', '{"a": {"b c": "\\ud83d"}}', 'a["b c"]', 'surrogate'],
    ['lone surrogate in a key', '{"\\udc00": 1}', '', 'surrogate'],
    ['NaN', '{"x": NaN}', 'x', 'NaN'],
    ['Infinity', '[1, Infinity]', '[1]', 'infinities'],
    ['-Infinity', '[-Infinity]', '[0]', 'infinities'],
    ['beyond a double', '{"x": [1e999]}', 'x[0]', 'beyond the range of a double'],
    ['beyond a double, as an integer', `[${'9'.repeat(400)}]`, '[0]', 'beyond'],
    ['nothing', '', '', 'ends where a value should begin'],
    ['cut off', '{"a": [1, 2', 'a[2]', 'ends too early'],
    ['two values', '{} {}', '', 'follows the end'],
    ['single quotes', "{'a': 1}", '', 'key is missing'],
    ['raw line break in a string', '"a\nb"', '', 'no closing quote'],
  ])('refuses: %s', (_, text, path, words) => {
    const fault = faultOf(text);
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields).toHaveLength(1);
    expect(fault.fields[0]?.path).toBe(path);
    expect(fault.fields[0]?.message).toContain(words);
    expect(fault.fields[0]?.message).toMatch(/^Line \d+, column \d+: /);
  });

  it('refuses bytes that are not UTF-8, and reads those that are', () => {
    expect(faultOf(new Uint8Array([0x22, 0xc3, 0x28, 0x22])).fields[0]?.message).toContain('UTF-8');
    expect(parseJson(new TextEncoder().encode('\ufeff"é🙈"'))).toEqual({ kind: 'string', value: 'é🙈' });
    expect(parseJson('\ufeff"é"')).toEqual({ kind: 'string', value: 'é' });
  });

  it('names its limits on depth, number and size', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(nested(MAX_JSON_DEPTH)).kind).toBe('array');
    expect(faultOf(nested(MAX_JSON_DEPTH + 1)).fields[0]?.limit).toBe(`at most ${MAX_JSON_DEPTH} levels`);
    expect(faultOf('{"a":'.repeat(1_000_000 / 5)).fields[0]?.limit).toContain('levels');
    expect(faultOf(`{"a":${'['.repeat(200)}`).fields[0]?.path).toMatch(/^a(\[0\]){19}…(\[0\]){4}$/);
    expect(parseJson(`[${'0,'.repeat(MAX_JSON_VALUES - 2)}0]`).kind).toBe('array');
    expect(faultOf(`[${'0,'.repeat(MAX_JSON_VALUES - 1)}0]`).fields[0]?.limit).toBe(
      `at most ${MAX_JSON_VALUES} values`,
    );
    expect(faultOf(`"${'a'.repeat(MAX_JSON_BYTES)}"`).fields[0]?.limit).toBe(`at most ${MAX_JSON_BYTES} bytes`);
  });

  it('counts lines and paths from where it is told', () => {
    expect(faultOf('{"a": }', { base: 'line 7', firstLine: 7 }).fields).toEqual([
      expect.objectContaining({ path: 'line 7.a', message: expect.stringContaining('Line 7, column 7') }),
    ]);
  });

  /** The event loop may be held for 50 ms; the bench event-loop holds that, here a busy machine must not matter. */
  const LOOSE_BLOCK_MS = 10 * 50;
  /** Quadratic work on two million characters would take hours, on a fast machine too. */
  const NO_QUADRATIC_WORK_MS = 10_000;

  it('is done with hostile texts soon, whatever they hold', () => {
    const texts = {
      string: (n: number) => `"${'a'.repeat(n)}"`,
      escapes: (n: number) => `"${'\\n'.repeat(n / 2)}"`,
      keys: (n: number) =>
        `{${Array.from({ length: n / 40 }, (_, i) => `"a rather long key number ${String(i).padStart(6, '0')}":0`).join(',')}}`,
      blanks: (n: number) => `[${' '.repeat(n)}]`,
      lists: (n: number) => `[${`[]${' '.repeat(50)},`.repeat(n / 53)}0]`,
      'more keys than are read': (n: number) =>
        `{${Array.from({ length: n / 10 }, (_, i) => `"${i + 1e6}":0`).join(',')}}`,
      'brackets without end': (n: number) => '['.repeat(n),
    };
    const time = (text: string) => {
      const start = performance.now();
      try {
        parseJson(text);
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
      }
      return performance.now() - start;
    };
    for (const [name, make] of Object.entries(texts)) {
      expect(time(make(2_000_000)), name).toBeLessThan(NO_QUADRATIC_WORK_MS);
    }
    // What one string or blanks can fill is read natively. The least of several tries: a busy machine stretches some.
    for (const name of ['string', 'escapes', 'blanks'] as const) {
      const text = texts[name](2_000_000);
      expect(Math.min(...Array.from({ length: 3 }, () => time(text))), name).toBeLessThan(LOOSE_BLOCK_MS);
    }
  }, 60_000);

  it.each(['a"', 'a\\', 'a\\"', '"'.repeat(5), '\\\\\\', '', '"', '\\'])('finds the end of the string %j', (value) => {
    expect(parseJson(` [${JSON.stringify(value)} , 1]`)).toEqual({
      kind: 'array',
      items: [
        { kind: 'string', value },
        { kind: 'number', text: '1' },
      ],
    });
  });
});
