import { describe, expect, it } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { confidences, correctness, firstChoices, packPredictions, reorderOptions, selectRows } from './predictions.ts';

const predictions = packPredictions(
  ['a', 'b', 'c'],
  [
    { label: 'b', probabilities: [0.2, 0.5, 0.3] },
    { label: 'c', probabilities: [0.4, 0.2, 0.4] },
    { label: 'a', probabilities: [0, 0, 1] },
  ],
);

describe('predictions', () => {
  it('choose the largest probability, of equal ones the earlier option', () => {
    expect([...firstChoices(predictions)]).toEqual([1, 0, 2]);
    expect([...confidences(predictions)]).toEqual([0.5, 0.4, 1]);
    expect([...correctness(predictions)]).toEqual([1, 0, 0]);
  });

  it('refuse a label that is no option, and a row of another length', () => {
    expect(() => packPredictions(['a', 'b'], [{ label: 'x', probabilities: [1, 0] }])).toThrow(Fault);
    expect(() => packPredictions(['a', 'b'], [{ label: 'a', probabilities: [1] }])).toThrow(/1 probabilities for 2/);
  });

  it('keep rows together when selected', () => {
    const selected = selectRows(predictions, [2, 0]);
    expect([...selected.labels]).toEqual([0, 1]);
    expect([...selected.probabilities]).toEqual([0, 0, 1, 0.2, 0.5, 0.3]);
  });

  it('keep their meaning when options are reordered', () => {
    const reordered = reorderOptions(predictions, ['c', 'a', 'b']);
    expect([...reordered.labels]).toEqual([2, 0, 1]);
    expect([...reordered.probabilities]).toEqual([0.3, 0.2, 0.5, 0.4, 0.4, 0.2, 1, 0, 0]);
  });
});
