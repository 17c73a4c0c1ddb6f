import { expect, it } from 'vitest';
import { explanationsPage } from '../../test/claims/explanations-page.ts';
import { explanations } from './explanations.ts';
import { measures } from './measures.ts';

it('explains every measure, under a name of its own', () => {
  expect(Object.keys(explanations)).toEqual([...measures]);
  for (const [measure, explanation] of Object.entries(explanations)) {
    for (const [part, text] of Object.entries(explanation))
      expect(text.length, `${measure}.${part}`).toBeGreaterThan(1);
  }
  expect(new Set(Object.values(explanations).map(({ name }) => name)).size).toBe(measures.length);
});

// Written anew by `vitest run --project quick workbench/statistics/explanations.spec.ts -u`.
it('is what the documentation shows', async () => {
  await expect(explanationsPage()).toMatchFileSnapshot('../../docs/statistics.md');
});
