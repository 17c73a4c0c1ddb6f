import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { bundledPrices } from './bundled-prices.ts';
import { priceTarget, usd } from './price-target.ts';

const target = exampleFacts().target;
const gpu = exampleFacts({}, {}, { accelerator: 'gpu' }).target;

describe('the price', () => {
  it('of one type is its own, an hour and for 730 hours', () => {
    const price = priceTarget(target, bundledPrices);
    expect(price).toMatchObject({ usd_per_hour: 1.632, upper_bound: false, source: 'bundled', date: '2026-10-01' });
    expect(price.usd_per_month).toBeCloseTo(1191.36, 6);
    expect(price.words).toBe('$1.632 an hour, $1191.36 a month of 730 hours; bundled prices of us-east-1, 2026-10-01');
  });

  it('of pools is that of the dearest, as an upper bound', () => {
    expect(priceTarget(gpu, bundledPrices)).toMatchObject({ usd_per_hour: 2.61, upper_bound: true });
  });

  it('counts the most instances that can run', () => {
    const scaling = { kind: 'bounds', min: 1, max: 4, invocations_per_minute: 60 } as const;
    expect(priceTarget({ ...target, scaling }, bundledPrices)).toMatchObject({
      usd_per_hour: 6.528,
      upper_bound: true,
    });
    const fixed = priceTarget({ ...target, scaling: { kind: 'fixed', count: 3 } }, bundledPrices);
    expect(fixed.usd_per_hour).toBeCloseTo(4.896, 9);
    expect(fixed.upper_bound).toBe(false);
  });

  it('is unknown for another region, and when one type of the pools has none; never nothing', () => {
    const elsewhere = priceTarget({ ...target, region: 'eu-central-1' }, bundledPrices);
    expect(elsewhere).toMatchObject({ usd_per_hour: null, usd_per_month: null, source: 'unknown' });
    expect(elsewhere.words).toContain('unknown for ml.c6i.8xlarge');
    expect(elsewhere.words).toContain('ml.c6i.8xlarge $1.632');
    const prices = { ...bundledPrices, usd_per_hour: { 'ml.g6e.xlarge': 2.61 } };
    const some = priceTarget(gpu, prices);
    expect(some.usd_per_hour).toBeNull();
    expect(some.words).toContain('unknown for ml.g6.2xlarge, ml.g5.2xlarge, ml.g4dn.2xlarge');
  });

  it('is written with the places that matter', () => {
    expect([0.736, 1.632, 0.94, 1191.36].map(usd)).toEqual(['$0.736', '$1.632', '$0.94', '$1191.36']);
  });
});
