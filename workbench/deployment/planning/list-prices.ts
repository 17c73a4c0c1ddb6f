import { GetProductsCommand } from '@aws-sdk/client-pricing';
import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { bundledPrices } from '../plan/bundled-prices.ts';
import type { PriceList } from '../plan/price.ts';

/** An item of the price list, as far as it is used; the service answers it as JSON text. */
const itemSchema = z.looseObject({
  product: z.looseObject({ attributes: z.looseObject({ regionCode: z.string(), instanceName: z.string() }) }),
  terms: z.looseObject({
    OnDemand: z.record(
      z.string(),
      z.looseObject({
        priceDimensions: z.record(
          z.string(),
          z.looseObject({ unit: z.string(), pricePerUnit: z.looseObject({ USD: z.string() }) }),
        ),
      }),
    ),
  }),
  publicationDate: z.string(),
});

/**
 * Prices of instance types in a region, from the price list of AWS; when it cannot be had, those that the product brings
 * with their date. A type without a price is missing.
 * @throws Fault CANCELLED
 */
export async function listPrices(aws: Aws, types: readonly string[], signal: AbortSignal): Promise<PriceList> {
  try {
    const found = await Promise.all(types.map((type) => priceOf(aws, type, signal)));
    const priced = found.filter((one) => one !== null);
    const [newest] = priced
      .map(({ date }) => date)
      .sort()
      .reverse();
    if (newest === undefined) return bundledPrices;
    return {
      source: 'price-list',
      region: aws.region,
      date: newest,
      usd_per_hour: Object.fromEntries(priced.map(({ type, usd }) => [type, usd])),
    };
  } catch (error) {
    // a plan without a price goes on, and says so
    if (error instanceof Fault && error.code !== 'CANCELLED') return bundledPrices;
    throw error;
  }
}

async function priceOf(aws: Aws, type: string, signal: AbortSignal) {
  const filter = (Field: string, Value: string) => ({ Type: 'TERM_MATCH', Field, Value }) as const;
  const { PriceList: items = [] } = await aws.call('pricing:GetProducts', signal, (options) =>
    aws.pricing().send(
      new GetProductsCommand({
        ServiceCode: 'AmazonSageMaker',
        Filters: [filter('regionCode', aws.region), filter('instanceName', type), filter('component', 'Hosting')],
        MaxResults: 10,
      }),
      options,
    ),
  );
  for (const item of items) {
    const read = readItem(item);
    if (read !== null && read.type === type && read.region === aws.region) return read;
  }
  return null;
}

/** The items are String objects, and other shapes than this one are passed over. */
function readItem(item: unknown): { type: string; region: string; usd: number; date: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(String(item));
  } catch {
    return null;
  }
  const parsed = itemSchema.safeParse(value);
  if (!parsed.success) return null;
  const { product, terms, publicationDate } = parsed.data;
  const dimensions = Object.values(terms.OnDemand).flatMap(({ priceDimensions }) => Object.values(priceDimensions));
  const usd = Number(dimensions.find(({ unit }) => /^h(ou)?rs?$/i.test(unit))?.pricePerUnit.USD);
  const date = /^\d{4}-\d{2}-\d{2}/.exec(publicationDate)?.[0];
  if (!(usd > 0) || date === undefined) return null;
  return { type: product.attributes.instanceName, region: product.attributes.regionCode, usd, date };
}
