import { describe, expect, it } from 'vitest';
import { constantAnswer, constantAnswerWords } from './constant-answer.ts';
import { drift } from './drift.ts';
import { optionMass } from './option-mass.ts';
import { packPredictions } from './predictions.ts';

const letters = (rows: [string, number][]) =>
  packPredictions(
    ['a', 'b'],
    rows.map(([label, p]) => ({ label, probabilities: [p, 1 - p] })),
  );

describe('drift', () => {
  it('names an engine that does not repeat itself', () => {
    expect(drift([[0.5, 0.5]], [[0.5, 0.5]])).toEqual({ n: 1, largest: 0, verdict: 'reproducible' });
    expect(drift([[0.5, 0.5]], [[0.511, 0.489]]).verdict).toBe('not reproducible on this engine');
    expect(drift([], [])).toEqual({ n: 0, largest: null, verdict: 'not checked' });
  });
});

describe('constantAnswer', () => {
  it('names a model that always gives one answer', () => {
    const found = constantAnswer(letters(['a', 'b', 'a', 'b', 'b', 'a'].map((label) => [label, 0.9])));
    expect(found).toEqual({ option: 'a', share: 1, shareOfLabels: 0.5, pattern: 'always' });
    expect(constantAnswerWords(found)).toBe('answers a on 100 % of samples');
  });

  it('does not round “nearly” up to 100 %', () => {
    const rows: [string, number][] = Array.from({ length: 300 }, (_, i) => [
      i % 2 === 0 ? 'a' : 'b',
      i === 0 ? 0.2 : 0.9,
    ]);
    expect(constantAnswerWords(constantAnswer(letters(rows)))).toBe('answers a on 99 % of samples');
  });

  it('suspects nobody with one class, few samples or none', () => {
    expect(constantAnswer(letters(Array.from({ length: 20 }, () => ['a', 0.9]))).pattern).toBeNull();
    expect(constantAnswer(letters([['b', 0.9]])).pattern).toBeNull();
    expect(constantAnswerWords(constantAnswer(letters([])))).toBeNull();
  });
});

describe('optionMass', () => {
  it('counts samples below one half, and leaves out those without a mass', () => {
    const result = optionMass([0.07, null, 0.5, 0.9, 0.49]);
    expect(result.low).toMatchObject({ successes: 2, total: 4 });
    expect(result.quantiles).toMatchObject({ minimum: 0.07, median: 0.495, maximum: 0.9 });
    expect(optionMass([null])).toMatchObject({ n: 0, quantiles: null, low: { rate: null } });
  });
});
