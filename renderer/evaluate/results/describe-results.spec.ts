import { expect, test } from 'vitest';
import { proportion } from '../../../workbench/statistics/proportions.ts';
import { headlineOf } from './describe-results.ts';

const billing = { majority: { option: 'billing', share: 0.4 } };

function headline(right: number, n: number, known: Parameters<typeof headlineOf>[1] = billing): string {
  return headlineOf({ n, accuracy: proportion(right, n) }, known, 0.25);
}

test('nothing is said of nothing, and fewer than ten have no rate', () => {
  expect(headline(0, 0)).toContain('nothing can be said');
  expect(headline(8, 8)).toMatch(/^Right on 8 of 8\. That is too few for a rate: anything from 0\.6\d to 1\.00/);
  expect(headline(8, 8)).not.toContain('accuracy');
  expect(headline(0, 1)).toContain('Right on 0 of 1');
});

test('the interval decides against the harder of both baselines', () => {
  expect(headline(80, 100)).toContain('shown to be better than always answering billing');
  expect(headline(45, 100)).toContain('not shown to be better than always answering billing');
  expect(headline(10, 100)).toContain('shown to be worse than always answering billing');
  expect(headline(45, 100, { majority: null })).toContain('shown to be better than guessing');
});
