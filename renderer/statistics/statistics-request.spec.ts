import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packPredictions } from '../../workbench/statistics/predictions.ts';
import { answerStatistics, type ComparisonAnswer, type StatisticsRequest } from './statistics-request.ts';

const options = ['billing', 'sales', 'other'];
const rows = Array.from({ length: 60 }, (_, at) => {
  const label = options[at % 3] ?? 'other';
  const leads = options[(at + (at % 4 === 0 ? 1 : 0)) % 3];
  return { label, probabilities: options.map((option) => (option === leads ? 0.9 : 0.05)) };
});
const predictions = packPredictions(options, rows);
const worse = packPredictions(
  options,
  rows.map(({ label }) => ({ label, probabilities: [0.4, 0.3, 0.3] })),
);

function cloned(request: StatisticsRequest): StatisticsRequest {
  return structuredClone(request);
}

test('a comparison crosses the border to the worker and comes back with a band for each', () => {
  const answer = answerStatistics(
    cloned({
      kind: 'compare',
      baseline: predictions,
      candidates: [{ name: 'always billing', bytes: 5, predictions: worse }],
      options: { seed: 1 },
    }),
  );
  const { comparisons, bands } = structuredClone(answer) as ComparisonAnswer;
  expect(comparisons.candidates[0]?.verdict).toBe('worse');
  expect(comparisons.candidates[0]?.comparison.counts).toEqual({ both: 15, onlyA: 5, onlyB: 30, neither: 10 });
  expect(bands).toHaveLength(2);
  // All confidences are 0.9: of 60 outcomes the share right alone makes the error.
  expect(bands[0]?.high).toBeGreaterThan(0.02);
});

test('the worker imports nothing but the pure part', () => {
  const source = readFileSync(new URL('./statistics.worker.ts', import.meta.url), 'utf8');
  expect([...source.matchAll(/from '(.+)'/g)].map(([, from]) => from)).toEqual(['./statistics-request.ts']);
});
