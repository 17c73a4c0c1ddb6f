import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { estimateTime, passesOf } from './estimate-time.ts';
import type { PlanFacts } from './plan-facts.ts';

// 32 vCPUs × 24 × 10⁹ multiply-adds a second, 4 × 10⁹ parameters: 192 tokens a second.
const RATE = 192;

function estimate(tokens: number[], change: Partial<PlanFacts> = {}, target: Partial<PlanFacts['target']> = {}) {
  return estimateTime(exampleFacts(target, { samples: { tokens, options: 3 }, ...change }));
}

describe('the time of a request', () => {
  it('is tokens over the rate, by nearest rank', () => {
    const found = estimate([100, 200, 300, 400]);
    expect(found.tokens_per_second).toBeCloseTo(RATE, 9);
    expect(found.p50_seconds).toBeCloseTo(200 / RATE, 9);
    expect(found.p95_seconds).toBeCloseTo(400 / RATE, 9);
    expect(found.longest_seconds).toBeCloseTo(400 / RATE, 9);
  });

  it('multiplies with the passes of the order and the decisions of a request', () => {
    expect([passesOf('as-given', 5), passesOf('both-ways', 5), passesOf('rotations', 5)]).toEqual([1, 2, 5]);
    const { configuration } = exampleFacts();
    if (configuration === null) throw new Error('the example has none');
    const rotated = estimate(
      [192],
      { configuration: { ...configuration, order: 'rotations' } },
      { decisions_per_request: 4 },
    );
    expect(rotated.p50_seconds).toBeCloseTo(3, 9);
    expect(rotated.longest_seconds).toBeCloseTo(12, 9);
  });

  it.each([
    [40, 'fine'],
    [40.1, 'slow'],
    [60, 'slow'],
    [60.1, 'too-slow'],
  ])('of %s s is %s', (seconds, verdict) => {
    expect(estimate([seconds * RATE]).verdict).toBe(verdict);
  });

  it('is that of the slowest pool', () => {
    const gpu = exampleFacts({}, { samples: { tokens: [1000], options: 2 } }, { accelerator: 'gpu' });
    // A T4, with 5 × 10¹² multiply-adds a second.
    expect(estimateTime(gpu).tokens_per_second).toBeCloseTo(1250, 9);
  });

  it.each([
    [{ samples: null }, {}],
    [{ model: { ...exampleFacts().model, parameters: null } }, {}],
    [{}, { instances: { kind: 'one', type: 'ml.m9.2xlarge' } as const }],
  ])('is unknown without samples, size or type: case %#', (change, target) => {
    const found = estimateTime(exampleFacts(target, change));
    expect(found.verdict).toBe('unknown');
    expect(found.longest_seconds).toBeNull();
  });
});
