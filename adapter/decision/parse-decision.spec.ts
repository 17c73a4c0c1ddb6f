import { describe, expect, it } from 'vitest';
import { Fault, type FieldFault } from '../fault.ts';
import { parseJson } from '../json/parse-json.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_FAULTS, MAX_ID_LENGTH } from './decision-limits.ts';
import { checkDecision, parseDecision } from './parse-decision.ts';

const sound = {
  id: 'route',
  state: 'A customer asks for a refund.',
  question: 'Which queue?',
  options: [
    { id: 'billing', description: 'Billing.' },
    { id: 'sales', description: '' },
  ],
};

function parse(value: unknown) {
  return parseDecision(parseJson(JSON.stringify(value)));
}

function faultsOf(value: unknown, path = ''): FieldFault[] {
  return checkDecision(parseJson(JSON.stringify(value)), path).faults;
}

function optionsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: `o${index}`, description: 'x' }));
}

describe('parseDecision', () => {
  it('takes a sound decision as it is; without a kind it is a choice', () => {
    expect(parse(sound)).toEqual({
      id: 'route',
      state: { kind: 'string', value: 'A customer asks for a refund.' },
      question: 'Which queue?',
      kind: 'choice',
      options: sound.options,
    });
  });

  it('takes objects and arrays as evidence, as they were written', () => {
    const text =
      '{"id":"a","state":{"10":1.0,"9":-0.0},"question":"q","options":[{"id":"a","description":""},{"id":"b","description":""}]}';
    expect(parseDecision(parseJson(text)).state).toEqual({
      kind: 'object',
      members: [
        { key: '10', value: { kind: 'number', text: '1.0' } },
        { key: '9', value: { kind: 'number', text: '-0.0' } },
      ],
    });
    expect(parse({ ...sound, state: [] }).state).toEqual({ kind: 'array', items: [] });
  });

  it('fills in what yes/no and score questions may leave out', () => {
    const { options: _, ...rest } = sound;
    expect(parse({ ...rest, kind: 'yes-no' }).options).toEqual([
      { id: 'yes', description: '' },
      { id: 'no', description: '' },
    ]);
    const levels = [{ description: 'bad' }, { id: 'fine', description: 'good' }, { description: 'best' }];
    expect(parse({ ...rest, kind: 'score', options: levels }).options).toEqual([
      { id: '0', description: 'bad' },
      { id: 'fine', description: 'good' },
      { id: '2', description: 'best' },
    ]);
    expect(
      parse({ ...rest, kind: 'yes-no', options: [{ description: 'may' }, { description: 'may not' }] }).options,
    ).toEqual([
      { id: 'yes', description: 'may' },
      { id: 'no', description: 'may not' },
    ]);
  });

  it.each([
    ['missing id', { ...sound, id: undefined }, 'id', 'missing'],
    ['missing state', { ...sound, state: undefined }, 'state', 'missing'],
    ['missing question', { ...sound, question: undefined }, 'question', 'missing'],
    ['missing options', { ...sound, options: undefined }, 'options', 'missing'],
    ['missing options of a score', { ...sound, kind: 'score', options: undefined }, 'options', 'missing'],
    ['empty id', { ...sound, id: '' }, 'id', 'empty'],
    ['empty question', { ...sound, question: '' }, 'question', 'empty'],
    ['empty state', { ...sound, state: '' }, 'state', 'empty'],
    [
      'empty option id',
      { ...sound, options: [{ id: '', description: '' }, ...sound.options] },
      'options[0].id',
      'empty',
    ],
    ['number as state', { ...sound, state: 7 }, 'state', 'cannot be a number'],
    ['null as state', { ...sound, state: null }, 'state', 'cannot be null'],
    ['number as id', { ...sound, id: 7 }, 'id', 'must be a string, not a number'],
    ['object as question', { ...sound, question: {} }, 'question', 'must be a string, not an object'],
    ['string as options', { ...sound, options: 'a, b' }, 'options', 'must be a list, not a string'],
    [
      'string as option',
      { ...sound, options: [...sound.options, 'c'] },
      'options[2]',
      'must be an object, not a string',
    ],
    [
      'missing description',
      { ...sound, options: [...sound.options, { id: 'c' }] },
      'options[2].description',
      'missing',
    ],
    [
      'duplicate id',
      { ...sound, options: [...sound.options, sound.options[1]] },
      'options[2].id',
      'An earlier option has the same id.',
    ],
    ['empty options', { ...sound, options: [] }, 'options', 'empty'],
    ['one option', { ...sound, options: optionsOf(1) }, 'options', 'has 1'],
    ['256 options', { ...sound, options: optionsOf(256) }, 'options', 'has 256'],
    ['three options for yes/no', { ...sound, kind: 'yes-no', options: optionsOf(3) }, 'options', 'has 3'],
    ['eleven levels', { ...sound, kind: 'score', options: optionsOf(11) }, 'options', 'has 11'],
    ['unknown kind', { ...sound, kind: 'boolean' }, 'kind', 'unknown'],
    ['unknown field', { ...sound, temperature: 1 }, 'temperature', 'unknown'],
    [
      'unknown field of an option',
      { ...sound, options: [{ id: 'a', description: '', text: '' }, ...sound.options] },
      'options[0].text',
      'unknown',
    ],
    ['long id', { ...sound, id: 'x'.repeat(MAX_ID_LENGTH + 1) }, 'id', 'too long'],
    [
      'description of a megabyte',
      { ...sound, options: [{ id: 'a', description: 'x'.repeat(1_000_000) }, ...sound.options] },
      'options[0].description',
      'too long: 1000000',
    ],
    ['no object', ['a'], '', 'must be an object, not a list'],
  ])('refuses: %s', (_, value, path, words) => {
    const faults = faultsOf(value);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ path, message: expect.stringContaining(words), limit: expect.any(String) });
  });

  it('takes 2 and 255 options and the longest description', () => {
    expect(parse({ ...sound, options: optionsOf(2) }).options).toHaveLength(2);
    expect(parse({ ...sound, options: optionsOf(255) }).options).toHaveLength(255);
    const description = 'x'.repeat(MAX_DESCRIPTION_LENGTH);
    expect(parse({ ...sound, options: [{ id: 'a', description }, ...sound.options] }).options).toHaveLength(3);
  });

  it('lists every fault of a request, with its path under that of the decision', () => {
    const broken = { id: '', question: 3, options: [{ id: 'a' }, { id: 'b', description: 1 }], extra: true };
    expect(faultsOf(broken, 'decisions[1]').map((fault) => fault.path)).toEqual([
      'decisions[1].extra',
      'decisions[1].id',
      'decisions[1].state',
      'decisions[1].question',
      'decisions[1].options[0].description',
      'decisions[1].options[1].description',
    ]);
  });

  it('stops listing at a limit', () => {
    const many = { ...sound, options: Array.from({ length: 5000 }, () => ({})) };
    expect(faultsOf(many).length).toBeLessThan(MAX_FAULTS + 10);
    expect(() => parse(many)).toThrow(
      expect.objectContaining({ fields: expect.objectContaining({ length: MAX_FAULTS }) }),
    );
  });

  it('throws one fault with all fields', () => {
    try {
      parse({ ...sound, id: '', question: '' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Fault);
      expect(error).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'id' }, { path: 'question' }] });
    }
  });

  it('refuses lone surrogates that no parser has seen', () => {
    const node = parseJson(JSON.stringify(sound));
    if (node.kind !== 'object') throw new Error('no object');
    const question = node.members.find((member) => member.key === 'question');
    if (question !== undefined) question.value = { kind: 'string', value: '\ud83d?' };
    expect(checkDecision(node).faults).toMatchObject([{ path: 'question', limit: 'well-formed Unicode' }]);
  });
});
