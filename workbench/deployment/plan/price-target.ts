import { HOURS_A_MONTH, type Price, type PriceList } from './price.ts';
import { mostInstances, typesOf } from './read-target.ts';
import type { Target } from './target.ts';

/** What costs nothing by itself. */
export const freePrice: Price = {
  usd_per_hour: 0,
  usd_per_month: 0,
  upper_bound: false,
  source: 'free',
  date: null,
  words: 'costs nothing by itself',
};

/** What costs by the amount, as in storage and build minutes. */
export function priceByUse(words: string): Price {
  return { usd_per_hour: null, usd_per_month: null, upper_bound: false, source: 'by-use', date: null, words };
}

/**
 * What the instances cost while they run: the dearest type that can be chosen × the most that can run. Unknown when the
 * price of one of them is.
 */
export function priceTarget(target: Pick<Target, 'instances' | 'scaling' | 'region'>, prices: PriceList): Price {
  const types = typesOf(target.instances);
  const count = mostInstances(target.scaling);
  const from = `${prices.source === 'price-list' ? 'price list' : 'bundled prices'} of ${prices.region}, ${prices.date}`;
  const known = types.map((type) => ({ type, usd: prices.usd_per_hour[type] }));
  const unknown = known.filter(({ usd }) => usd === undefined).map(({ type }) => type);
  if (prices.region !== target.region || unknown.length > 0) {
    return {
      usd_per_hour: null,
      usd_per_month: null,
      upper_bound: false,
      source: 'unknown',
      date: null,
      words: unknownWords(known, prices.region === target.region ? unknown : types, from),
    };
  }
  const dearest = Math.max(...known.map(({ usd }) => usd ?? 0));
  const hour = dearest * count;
  const bound = types.length > 1 || target.scaling.kind === 'bounds';
  const each = count === 1 ? '' : ` (${count} × ${usd(dearest)})`;
  return {
    usd_per_hour: hour,
    usd_per_month: hour * HOURS_A_MONTH,
    upper_bound: bound,
    source: prices.source,
    date: prices.date,
    words: `${bound ? 'at most ' : ''}${usd(hour)} an hour${each}, ${usd(hour * HOURS_A_MONTH)} a month of ${HOURS_A_MONTH} hours; ${from}`,
  };
}

function unknownWords(known: { type: string; usd: number | undefined }[], unknown: readonly string[], from: string) {
  const others = known.flatMap(({ type, usd: price }) => (price === undefined ? [] : [`${type} ${usd(price)}`]));
  const orientation = others.length === 0 ? '' : ` For orientation, an hour each: ${others.join(', ')} (${from}).`;
  return `unknown for ${unknown.join(', ')}: look at the provider’s price page.${orientation}`;
}

/** As in `$1.632` or `$1191.36`: three places for an hour's price, two for larger sums. */
export function usd(value: number): string {
  return `$${value >= 10 ? value.toFixed(2) : String(Math.round(value * 1000) / 1000)}`;
}
