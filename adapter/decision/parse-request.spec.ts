import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { parseRequest } from './parse-request.ts';

const decision = (id: string) => ({
  id,
  state: 's',
  question: 'q',
  options: [
    { id: 'a', description: 'x' },
    { id: 'b', description: 'y' },
  ],
});

function pathsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_REQUEST') return error.fields.map((field) => field.path);
    throw error;
  }
  throw new Error('not refused');
}

describe('parseRequest', () => {
  it('takes one decision, bare or wrapped, and up to eight', () => {
    const ids = (value: unknown) => parseRequest(JSON.stringify(value)).map(({ id }) => id);
    expect(ids(decision('a'))).toEqual(['a']);
    expect(ids({ decision: decision('a') })).toEqual(['a']);
    const eight = Array.from({ length: 8 }, (_, index) => decision(`d${index}`));
    expect(ids({ decisions: eight })).toEqual(eight.map(({ id }) => id));
  });

  it('names the place of every fault', () => {
    const paths = (value: unknown) => pathsOf(() => parseRequest(JSON.stringify(value)));
    expect(paths({ decision: { ...decision('a'), id: '' } })).toEqual(['decision.id']);
    const broken = {
      ...decision('b'),
      question: '',
      options: [
        { id: '', description: '' },
        { id: 'c', description: '' },
      ],
    };
    expect(paths({ decisions: [decision('a'), broken] })).toEqual([
      'decisions[1].question',
      'decisions[1].options[0].id',
    ]);
    expect(paths({ decisions: [decision('a'), decision('b'), decision('a')] })).toEqual(['decisions[2].id']);
    expect(paths({ decisions: [] })).toEqual(['decisions']);
    expect(paths({ decisions: 'a' })).toEqual(['decisions']);
    expect(paths({ decisions: Array.from({ length: 9 }, (_, index) => decision(`d${index}`)) })).toEqual(['decisions']);
    expect(paths({ decision: decision('a'), decisions: [] })).toEqual(['decision']);
    expect(paths({ ...decision('a'), decisions: [] })).toEqual(['decisions']);
    expect(paths([])).toEqual(['']);
  });

  it('reads bytes, and says where they are no JSON', () => {
    expect(parseRequest(new TextEncoder().encode(JSON.stringify(decision('ä'))))[0]?.id).toBe('ä');
    expect(pathsOf(() => parseRequest('{"id": "a", "id": "b"}'))).toEqual(['id']);
    expect(pathsOf(() => parseRequest(new Uint8Array([0xff])))).toEqual(['']);
  });
});
