import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import golden from '../../fixtures/golden/python-json.json' with { type: 'json' };
import { parseJson } from './parse-json.ts';
import { writePythonJson, writePythonNumber } from './python-json.ts';

describe('writePythonJson', () => {
  it(`gives what Python gives for ${golden.cases.length} texts`, () => {
    expect(golden.cases.length).toBeGreaterThan(700);
    const ours = golden.cases.map(([text = '']) => [text, writePythonJson(parseJson(text))]);
    expect(ours).toEqual(golden.cases);
  });

  it('writes every double so that it reads back, and marks it as a float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        // toExponential drops the sign of -0.
        const text = writePythonNumber(Object.is(value, -0) ? '-0e0' : value.toExponential());
        expect(Number(text)).toBe(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?(e[+-]\d{2,3})?$/);
        expect(text).toMatch(/[.e]/);
      }),
    );
  });
});
