import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBenchAws } from '../../../test/deployment/open-sitting.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import type { Aws } from '../aws/open-aws.ts';
import { bundledPrices } from '../plan/bundled-prices.ts';
import { listPrices } from './list-prices.ts';

let aws: AwsStandIn;
let seen: Aws;
beforeEach(async () => {
  aws = await openMemoryAws();
  seen = await openBenchAws(aws.endpoints());
});
afterEach(async () => {
  seen.close();
  await aws.close();
});

const { signal } = new AbortController();

describe('prices', () => {
  it('are those of hosting in the region, with the date of the list', async () => {
    expect(await listPrices(seen, ['ml.c6i.8xlarge', 'ml.g5.2xlarge', 'ml.nobody.large'], signal)).toEqual({
      source: 'price-list',
      region: 'us-east-1',
      date: '2026-11-20',
      usd_per_hour: { 'ml.c6i.8xlarge': 1.7, 'ml.g5.2xlarge': 1.6 },
    });
  });

  it('are the bundled ones when the list has none, or cannot be had', async () => {
    expect(await listPrices(seen, ['ml.nobody.large'], signal)).toBe(bundledPrices);
    const elsewhere = await openBenchAws(aws.endpoints(), 'eu-west-1');
    expect(await listPrices(elsewhere, ['ml.c6i.8xlarge'], signal)).toBe(bundledPrices);
    elsewhere.close();
    await aws.close();
    expect(await listPrices(seen, ['ml.c6i.8xlarge'], signal)).toBe(bundledPrices);
  });

  it('stop when they are not wanted any more', async () => {
    await expect(listPrices(seen, ['ml.c6i.8xlarge'], AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
