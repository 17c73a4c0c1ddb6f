import { type AwsCall, AwsRefusal, type AwsReply, recordsOf, textOf } from './aws-call.ts';
import { jsonReply } from './replies.ts';

/** The price list: items are JSON in strings. Prices are made up and differ from those that the app brings along. */
export class Pricing {
  readonly usdPerHour: Record<string, number> = {
    'ml.c6i.8xlarge': 1.7,
    'ml.c6i.2xlarge': 0.5,
    'ml.g6e.xlarge': 2.7,
    'ml.g6.2xlarge': 1.3,
    'ml.g5.2xlarge': 1.6,
    'ml.g4dn.2xlarge': 1.0,
  };

  answer({ action, input }: AwsCall): AwsReply {
    if (action !== 'GetProducts') throw new AwsRefusal('UnknownOperationException', `No such operation: ${action}`);
    if (input.ServiceCode !== 'AmazonSageMaker') return jsonReply({ FormatVersion: 'aws_v1', PriceList: [] });
    const filters = Object.fromEntries(
      recordsOf(input.Filters).map((filter) => [textOf(filter, 'Field'), textOf(filter, 'Value')]),
    );
    const products = Object.entries(this.usdPerHour).flatMap(([instanceName, usd]) =>
      ['Hosting', 'Training'].map((component) => ({
        attributes: { regionCode: 'us-east-1', instanceName, component },
        usd: component === 'Hosting' ? usd : usd * 2,
      })),
    );
    const wanted = products.filter(({ attributes }) =>
      Object.entries(filters).every(([field, value]) => new Map(Object.entries(attributes)).get(field) === value),
    );
    return jsonReply({
      FormatVersion: 'aws_v1',
      PriceList: wanted.map(({ attributes, usd }) => item(attributes, usd)),
    });
  }
}

function item(attributes: Record<string, string>, usd: number): string {
  const sku = `SKU${attributes.instanceName}`;
  const dimension = { unit: 'Hrs', description: `$${usd} per hour`, pricePerUnit: { USD: usd.toFixed(10) } };
  return JSON.stringify({
    product: { productFamily: 'ML Instance', attributes, sku },
    serviceCode: 'AmazonSageMaker',
    terms: {
      OnDemand: {
        [`${sku}.T`]: {
          priceDimensions: { [`${sku}.T.R`]: dimension },
          sku,
          effectiveDate: '2026-11-01T00:00:00Z',
          offerTermCode: 'T',
        },
      },
    },
    version: '20261120000000',
    publicationDate: '2026-11-20T00:00:00Z',
  });
}
