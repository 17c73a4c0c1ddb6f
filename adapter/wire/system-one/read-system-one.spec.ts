import { describe, expect, it } from 'vitest';
import { parseJson } from '../../json/parse-json.ts';
import { readSystemOne } from './read-system-one.ts';

const read = (text: string) => readSystemOne(parseJson(text));
const question = (text: string) => read(`{"state":"s","questions":{"q":${text}}}`);
const first = (text: string) => question(text).request?.questions[0];

function detailsOf(outcome: ReturnType<typeof read>) {
  return outcome.request === null ? outcome.details.map(({ loc, type }) => [loc.slice(1), type]) : [];
}

describe('a System One request', () => {
  it('takes a state of any form, and tolerates fields that it does not know', () => {
    const request = read('{"x_trace":1,"state":["a",1.0],"seed":7,"questions":{"q":{"type":"noul","x":2}}}').request;
    expect(request?.model).toBe('default');
    expect(request?.state).toEqual(parseJson('["a",1.0]'));
    expect(request?.questions).toEqual([{ id: 'q', type: 'noul', instructions: null, yes: null, no: null }]);
  });

  it('keeps questions and options in the order of the request, whatever their names', () => {
    const text =
      '{"state":"s","questions":{"질문":{"type":"noul"},"2":{"type":"choice","criteria":{"b":null,"10":"ten","9":null,"__proto__":"p"}},"1":{"type":"noul"}}}';
    const questions = read(text).request?.questions ?? [];
    expect(questions.map(({ id }) => id)).toEqual(['질문', '2', '1']);
    expect(questions[1]).toMatchObject({
      options: [
        { name: 'b', description: null },
        { name: '10', description: 'ten' },
        { name: '9', description: null },
        { name: '__proto__', description: 'p' },
      ],
    });
  });

  it('writes structured text as the prompts write evidence', () => {
    expect(
      first('{"type":"choice","instructions":{"a":1.0,"b":["é"]},"criteria":{"x":{"owns":[1e5]},"y":["z"]}}'),
    ).toEqual({
      id: 'q',
      type: 'choice',
      instructions: '{"a": 1.0, "b": ["é"]}',
      options: [
        { name: 'x', description: '{"owns": [100000.0]}' },
        { name: 'y', description: '["z"]' },
      ],
    });
    expect(first('{"type":"score","criteria":["low",{"label":"high"}]}')).toMatchObject({
      levels: [{ description: 'low' }, { description: '{"label": "high"}', legend: { kind: 'object' } }],
    });
  });

  it.each([
    ['null', null, null],
    ['{}', null, null],
    ['{"true":"they do"}', 'they do', null],
    ['{"false":["a"]}', null, '["a"]'],
    ['{"false":null,"true":""}', null, null],
    ['{"true":"y","false":"n"}', 'y', 'n'],
  ])('noul criteria %s', (criteria, yes, no) => {
    expect(first(`{"type":"noul","criteria":${criteria}}`)).toMatchObject({ yes, no });
  });

  it('takes 2 to 255 options, 2 to 10 levels and 1 to 64 questions', () => {
    const options = (count: number) =>
      question(`{"type":"choice","criteria":{${Array.from({ length: count }, (_, i) => `"o${i}":null`).join()}}}`);
    const levels = (count: number) =>
      question(`{"type":"score","criteria":[${Array.from({ length: count }, (_, i) => `"l${i}"`).join()}]}`);
    const questions = (count: number) =>
      read(`{"state":"s","questions":{${Array.from({ length: count }, (_, i) => `"q${i}":{"type":"noul"}`).join()}}}`);
    for (const [make, least, most] of [
      [options, 2, 255],
      [levels, 2, 10],
      [questions, 1, 64],
    ] as const) {
      expect(make(least).request).not.toBeNull();
      expect(make(most).request).not.toBeNull();
      expect(detailsOf(make(least - 1))[0]?.[1]).toBe('too_short');
      expect(detailsOf(make(most + 1))[0]?.[1]).toBe('too_long');
    }
  });

  it.each([
    ['[]', [[[], 'dict_type']]],
    [
      '{}',
      [
        [['state'], 'missing'],
        [['questions'], 'missing'],
      ],
    ],
    ['{"state":null,"questions":{"q":{"type":"noul"}}}', [[['state'], 'string_type']]],
    ['{"state":"","questions":{"q":{"type":"noul"}}}', [[['state'], 'string_too_short']]],
    ['{"state":"s","model":1,"questions":{"q":{"type":"noul"}}}', [[['model'], 'string_type']]],
    ['{"state":"s","questions":[]}', [[['questions'], 'dict_type']]],
    ['{"state":"s","questions":{"":{"type":"noul"}}}', [[['questions'], 'string_too_short']]],
    ['{"state":"s","questions":{"q":null}}', [[['questions', 'q'], 'dict_type']]],
  ])('refuses %s', (text, expected) => {
    expect(detailsOf(read(text))).toEqual(expected);
  });

  it.each([
    ['{}', [['type'], 'missing']],
    ['{"type":"boolean"}', [['type'], 'union_tag_invalid']],
    ['{"type":1}', [['type'], 'union_tag_invalid']],
    ['{"type":"noul","instructions":1}', [['instructions'], 'string_type']],
    ['{"type":"noul","criteria":[]}', [['criteria'], 'dict_type']],
    ['{"type":"noul","criteria":{"maybe":"x"}}', [['criteria', 'maybe'], 'extra_forbidden']],
    ['{"type":"noul","criteria":{"true":7}}', [['criteria', 'true'], 'string_type']],
    ['{"type":"choice"}', [['criteria'], 'missing']],
    ['{"type":"choice","criteria":["a","b"]}', [['criteria'], 'dict_type']],
    ['{"type":"choice","criteria":{"":null,"b":null}}', [['criteria', ''], 'string_too_short']],
    ['{"type":"choice","criteria":{"a":1,"b":null}}', [['criteria', 'a'], 'string_type']],
    ['{"type":"score"}', [['criteria'], 'missing']],
    ['{"type":"score","criteria":{"0":"low","1":"high"}}', [['criteria'], 'list_type']],
    ['{"type":"score","criteria":["low",null]}', [['criteria', 1], 'string_type']],
  ])('refuses the question %s', (text, [at, type]) => {
    expect(detailsOf(question(text))).toEqual([[['questions', 'q', ...(at ?? [])], type]]);
  });

  it('lists at most a hundred faults', () => {
    const options = Array.from({ length: 200 }, (_, index) => `"o${index}":1`).join();
    expect(detailsOf(question(`{"type":"choice","criteria":{${options}}}`))).toHaveLength(100);
  });
});
