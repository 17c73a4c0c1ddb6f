import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import type { Scorer } from '../../adapter/score/scorer.ts';
import { starterIsHere, starterPath } from '../../fixtures/models/model-files.ts';
import { measureReadout } from './measure-readout.ts';

// What is claimed of the texts readout with the starter model: skill at topical routing. The samples were written and
// fixed, by hash, before they were first scored (fixtures/samples/README.md). Of other kinds nothing is claimed; the
// benchmark reports them.
describe.skipIf(!starterIsHere())('the texts readout with the starter model', () => {
  let scorer: Scorer;
  beforeAll(async () => {
    scorer = await openScorer({
      modelPath: starterPath,
      settings: { gpuLayers: 0, threads: 1, contextTokens: 4096, mode: 'reproducible' },
    });
  });
  afterAll(() => scorer?.dispose());

  test('routes topics better than chance and than the most frequent label', { timeout: 1_200_000 }, async () => {
    const { right, n, chance, majority } = await measureReadout(scorer, 'topical-routing');
    console.log(
      `topical routing: ${right} of ${n} right; chance ${chance.toFixed(2)}, majority ${majority.toFixed(2)}`,
    );
    expect(n).toBeGreaterThanOrEqual(60);
    expect(wilsonLow(right, n)).toBeGreaterThan(Math.max(chance, majority));
  });
});

/**
 * Lower end of the 95 % Wilson score interval (Wilson 1927), written here a second time so that a fault of the
 * product's own statistics cannot hide.
 */
function wilsonLow(k: number, n: number): number {
  const z = 1.959963984540054;
  const p = k / n;
  return (p + z ** 2 / (2 * n) - z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n);
}
