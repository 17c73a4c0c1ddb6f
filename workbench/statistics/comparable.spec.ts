import { expect, it } from 'vitest';
import { incomparabilities } from './comparable.ts';

const set = (options: string[], samples: [string, string | null, string?][]) => ({
  options,
  samples: samples.map(([id, label, evidence]) => ({ id, label, ...(evidence === undefined ? {} : { evidence }) })),
});

it('lists every id that forbids a comparison, and why', () => {
  const a = set(
    ['x', 'y'],
    [
      ['1', 'x', 'e1'],
      ['2', 'x', 'e2'],
      ['3', null, 'e3'],
      ['4', 'y', 'e4'],
    ],
  );
  const b = set(
    ['x', 'z'],
    [
      ['2', 'y', 'e2'],
      ['3', 'x', 'other'],
      ['4', 'y', 'e4'],
      ['5', 'x', 'e5'],
    ],
  );
  expect(incomparabilities(a, b)).toEqual([
    { what: 'options', ids: [] },
    { what: 'only in the first', ids: ['1'] },
    { what: 'only in the second', ids: ['5'] },
    { what: 'label', ids: ['2', '3'] },
    { what: 'evidence', ids: ['3'] },
  ]);
});

it('says nothing of evidence that one of them does not know', () => {
  expect(incomparabilities(set(['x', 'y'], [['1', 'x', 'e1']]), set(['x', 'y'], [['1', 'x']]))).toEqual([]);
});

it('allows another order of options and samples', () => {
  const samples: [string, string][] = [
    ['1', 'x'],
    ['2', 'y'],
  ];
  expect(incomparabilities(set(['x', 'y'], samples), set(['y', 'x'], samples.toReversed()))).toEqual([]);
});
