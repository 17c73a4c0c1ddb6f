import { expect, test } from 'vitest';
import type { JudgedSample } from '../../runs/join-run.ts';
import { filterRows } from './filter-rows.ts';

function judged(choices: string): { judged: JudgedSample[] } {
  return {
    judged: [...choices].map((choice, at) => ({
      sample: {
        id: `s${at}`,
        label: 'a',
        group: null,
        part: 'test',
        disputed: false,
        excerpt: '',
        options: null,
        kind: null,
      },
      row: {
        status: 'scored',
        sample: `s${at}`,
        probabilities: [],
        logits: [],
        option_mass: null,
        order_flip: null,
        input_tokens: 1,
        evaluated_tokens: 1,
        seconds: 1,
        prompt_sha256: '',
      },
      options: ['a', 'b', 'c'],
      probabilities: [],
      label: 'a',
      choice,
      confidence: 0.5,
      right: choice === 'a',
    })),
  };
}

test('each filter holds its rows; two different wrong answers differ and are both wrong', () => {
  expect(filterRows(judged('aabbc'), judged('abacb'), new Set([3]))).toEqual({
    all: [0, 1, 2, 3, 4],
    differ: [1, 2, 3, 4],
    'only-baseline': [1],
    'only-other': [2],
    'both-wrong': [3, 4],
    abstained: [3],
  });
});
