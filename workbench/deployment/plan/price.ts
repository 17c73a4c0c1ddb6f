import { z } from 'zod';

/** As the provider counts a month. */
export const HOURS_A_MONTH = 730;

/** What something costs while it exists. `unknown` is never nothing: the words say so. */
export const priceSchema = z.strictObject({
  /** US dollars an hour; null for unknown, 0 for what costs nothing by itself. */
  usd_per_hour: z.number().nonnegative().nullable(),
  /** The same for 730 hours. */
  usd_per_month: z.number().nonnegative().nullable(),
  /** The dearest that can be chosen: of pools, and of scaling at its upper bound. */
  upper_bound: z.boolean(),
  source: z.enum(['price-list', 'bundled', 'unknown', 'free', 'by-use']),
  /** Of the price, as in 2026-11-29; null without one. */
  date: z.iso.date().nullable(),
  /** All of that in words. */
  words: z.string(),
});
export type Price = z.infer<typeof priceSchema>;

/** Prices of one region, USD an hour by instance type; types that are missing have an unknown price. */
export interface PriceList {
  source: 'price-list' | 'bundled';
  region: string;
  /** Of the list, as in 2026-11-29. */
  date: string;
  usd_per_hour: Readonly<Record<string, number>>;
}
