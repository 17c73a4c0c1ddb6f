import { type AwsCall, AwsRefusal, type AwsReply, textOf } from './aws-call.ts';
import { jsonReply } from './replies.ts';

const TYPES = ['c6i.8xlarge', 'c6i.2xlarge', 'g6e.xlarge', 'g6.2xlarge', 'g5.2xlarge', 'g4dn.2xlarge', 'm5.large'];
/** Small, so that a reader has to turn pages. */
const PAGE = 3;

/** Service quotas of SageMaker endpoints, on several pages. `applied` is what the account was given. */
export function answerQuotas({ action, input }: AwsCall, applied: ReadonlyMap<string, number>): AwsReply {
  const all = TYPES.map((type, index) => ({
    ServiceCode: 'sagemaker',
    ServiceName: 'Amazon SageMaker',
    QuotaCode: `L-${String(index).padStart(8, '0')}`,
    QuotaName: `ml.${type} for endpoint usage`,
    Value: applied.get(`ml.${type}`) ?? 10,
    Unit: 'None',
    Adjustable: true,
    GlobalQuota: false,
  }));
  const isSageMaker = input.ServiceCode === 'sagemaker';
  if (action === 'GetServiceQuota' || action === 'GetAWSDefaultServiceQuota') {
    const quota = isSageMaker ? all.find(({ QuotaCode }) => QuotaCode === input.QuotaCode) : undefined;
    if (quota === undefined)
      throw new AwsRefusal('NoSuchResourceException', 'The request failed because the specified quota does not exist.');
    return jsonReply({ Quota: quota });
  }
  if (action !== 'ListServiceQuotas' && action !== 'ListAWSDefaultServiceQuotas') {
    throw new AwsRefusal('UnknownOperationException', `No such operation: ${action}`);
  }
  if (!isSageMaker)
    throw new AwsRefusal('NoSuchResourceException', 'The request failed because the service does not exist.');
  const from = Number(textOf(input, 'NextToken') || 0);
  const next = from + PAGE < all.length ? { NextToken: String(from + PAGE) } : {};
  return jsonReply({ Quotas: all.slice(from, from + PAGE), ...next });
}
