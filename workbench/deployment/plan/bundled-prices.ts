import type { PriceList } from './price.ts';

/**
 * For when the price list cannot be had. On-demand hosting in us-east-1, USD an hour, from the public price list of
 * AmazonSageMaker (`component=Hosting`) in autumn 2026.
 */
export const bundledPrices: PriceList = {
  source: 'bundled',
  region: 'us-east-1',
  date: '2026-10-01',
  usd_per_hour: {
    'ml.c6i.2xlarge': 0.408,
    'ml.c6i.8xlarge': 1.632,
    'ml.g6e.xlarge': 2.61,
    'ml.g6.xlarge': 1.127,
    'ml.g6.2xlarge': 1.222,
    'ml.g5.xlarge': 1.408,
    'ml.g5.2xlarge': 1.515,
    'ml.g4dn.xlarge': 0.736,
    'ml.g4dn.2xlarge': 0.94,
  },
};
