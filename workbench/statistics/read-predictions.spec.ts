import { describe, expect, it } from 'vitest';
import { asFault } from '../../adapter/fault.ts';
import { readPredictions } from './read-predictions.ts';

const line = (extra: object) => JSON.stringify({ id: '1', label: 'a', probabilities: { a: 0.75, b: 0.25 }, ...extra });

function faultOf(text: string) {
  try {
    readPredictions(text, 'A.jsonl');
  } catch (error) {
    return asFault(error);
  }
  throw new Error('It was read.');
}

describe('readPredictions', () => {
  it('keeps the order of options that look like numbers', () => {
    const text = '{"id":"1","label":"2","probabilities":{"10":0.2,"2":0.7,"01":0.1}}';
    expect(readPredictions(text, 'A.jsonl').predictions.options).toEqual(['10', '2', '01']);
  });

  it('takes probabilities by name when a later line has another order', () => {
    const text = [line({}), line({ id: 2, probabilities: { b: 0.9, a: 0.1 }, group: 7 }), '', ' \r'].join('\r\n');
    const { samples, predictions } = readPredictions(`\uFEFF${text}`, 'A.jsonl');
    expect([...predictions.probabilities]).toEqual([0.75, 0.25, 0.1, 0.9]);
    expect(samples).toEqual([
      { id: '1', label: 'a', group: null },
      { id: '2', label: 'a', group: '7' },
    ]);
  });

  it.each([
    ['other options', line({ id: '2', probabilities: { a: 0.75, c: 0.25 } }), 'A.jsonl:2: probabilities'],
    ['one option more', line({ id: '2', probabilities: { a: 0.5, b: 0.25, c: 0.25 } }), 'A.jsonl:2: probabilities'],
    ['a label that is none', line({ id: '2', label: 'c' }), 'A.jsonl:2: label'],
    ['no label', line({ id: '2', label: null }), 'A.jsonl:2: label'],
    ['an id that occurred', line({}), 'A.jsonl:2: id'],
    ['a sum that is not 1', line({ id: '2', probabilities: { a: 0.5, b: 0.4 } }), 'A.jsonl:2: probabilities'],
    ['a negative probability', line({ id: '2', probabilities: { a: 1.5, b: -0.5 } }), 'A.jsonl:2: probabilities.a'],
    ['a text for a number', line({ id: '2', probabilities: { a: '1', b: 0 } }), 'A.jsonl:2: probabilities.a'],
    ['a list', '[1]', 'A.jsonl:2'],
  ])('refuses %s and names the line', (_, second, path) => {
    const fault = faultOf(`${line({})}\n${second}`);
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields[0]?.path).toBe(path);
    expect(fault.message).toContain('line 2');
  });

  it.each(['{"id": 1', '{"id":"2","label":"a","probabilities":{"a":NaN,"b":1}}', '{"id":"2","id":"3"}'])(
    'refuses %s',
    (second) => {
      const fault = faultOf(`${line({})}\n${second}`);
      expect(fault.code).toBe('INVALID_REQUEST');
      expect(JSON.stringify(fault.toData())).toContain('Line 2');
    },
  );

  it('refuses a single option and a file without lines', () => {
    expect(faultOf(line({ probabilities: { a: 1 } })).message).toContain('fewer than two options');
    expect(faultOf(' \n').message).toContain('no predictions');
  });
});
