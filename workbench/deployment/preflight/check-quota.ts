import { ListServiceQuotasCommand } from '@aws-sdk/client-service-quotas';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Finding } from '../plan/plan.ts';
import { mostInstances, typesOf } from '../plan/read-target.ts';
import { finding, type Look } from '../steps/sitting.ts';

/** SageMaker has thousands of quotas, a hundred a page; far beyond that something is wrong with the paging. */
const MAX_PAGES = 200;

/** The account may have as many instances of the types as are planned. */
export async function checkQuota({ aws, plan, signal }: Look): Promise<Finding[]> {
  if (plan.only === 'image') return [];
  const types = typesOf(plan.target.instances);
  const wanted = mostInstances(plan.target.scaling);
  let quotas: ReadonlyMap<string, number>;
  try {
    quotas = await endpointQuotas(aws, types, signal);
  } catch (error) {
    if (!isAwsFault(error, 'denied')) throw error;
    return [
      finding(
        'warning',
        'instances',
        'The quotas could not be looked at: servicequotas:ListServiceQuotas is not allowed.',
        'Have it allowed, or look them up in the console.',
      ),
    ];
  }
  const next = `Ask for more of “TYPE for endpoint usage” in Service Quotas (SageMaker, ${aws.region}), or choose another type.`;
  const findings = types.map((type, index): Finding | null => {
    const about = plan.target.instances.kind === 'one' ? 'instances.type' : `instances.pools[${index}].type`;
    const quota = quotas.get(type);
    if (quota === undefined) {
      return finding(
        'note',
        about,
        `There is no quota for ${type} in ${aws.region} to be found.`,
        'Look whether the region has the type.',
      );
    }
    if (quota >= wanted) return null;
    const message = `The account may have ${quota} of ${type} for endpoints in ${aws.region}, and ${wanted} are planned.`;
    return finding('refusal', about, message, next.replace('TYPE', type));
  });
  const found = findings.filter((one) => one !== null);
  // Pools are a fall-back: one that may be used is enough.
  const allRefused = found.filter(({ severity }) => severity === 'refusal').length === types.length;
  return allRefused ? found : found.map((one) => (one.severity === 'refusal' ? { ...one, severity: 'warning' } : one));
}

/** How many instances of each type endpoints may have; without those that no quota names. */
async function endpointQuotas(aws: Aws, types: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let NextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await aws.call('servicequotas:ListServiceQuotas', signal, (options) =>
      aws.quotas().send(
        new ListServiceQuotasCommand({
          ServiceCode: 'sagemaker',
          MaxResults: 100,
          ...(NextToken === undefined ? {} : { NextToken }),
        }),
        options,
      ),
    );
    for (const { QuotaName, Value } of answer.Quotas ?? []) {
      const type = types.find((one) => QuotaName === `${one} for endpoint usage`);
      if (type !== undefined && Value !== undefined) found.set(type, Value);
    }
    NextToken = answer.NextToken;
    if (NextToken === undefined || found.size === types.length) break;
  }
  return found;
}
