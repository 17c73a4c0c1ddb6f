import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCanonicalJson } from './canonical-json.ts';

describe('writeCanonicalJson', () => {
  // Section 3.2.2 and 3.2.3 of RFC 8785.
  it('gives the examples of the RFC', () => {
    expect(
      writeCanonicalJson({
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const sorted = writeCanonicalJson({
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    });
    expect([...sorted.matchAll(/"([A-Z][A-Za-z: ]+)"/g)].map((match) => match[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes the numbers of appendix B', () => {
    const values = [
      0, -0, 5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000, 9.999999999999997e22, 1e23,
      999999999999999700000, 1e21, 333333333.3333332, 0.000001, 1e-7,
    ];
    expect(writeCanonicalJson(values)).toBe(
      '[0,0,5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,999999999999999700000,1e+21,333333333.3333332,0.000001,1e-7]',
    );
  });

  it('does not depend on the order of keys, and reads back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        const canonical = writeCanonicalJson(JSON.parse(text));
        expect(writeCanonicalJson(JSON.parse(JSON.stringify(reversed)))).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('leaves undefined members out and refuses what JSON cannot carry', () => {
    expect(writeCanonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
    expect(() => writeCanonicalJson([Number.NaN])).toThrow(RangeError);
    expect(() => writeCanonicalJson({ '\ud800': 1 })).toThrow(RangeError);
  });
});
