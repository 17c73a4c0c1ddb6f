import type {
  DescribeEndpointCommandOutput,
  DescribeEndpointConfigCommandOutput,
  ProductionVariant,
} from '@aws-sdk/client-sagemaker';
import { DescribeEndpointConfigCommand, DescribeModelCommand } from '@aws-sdk/client-sagemaker';
import type { Endpoint } from '../contract/endpoints.ts';
import { isAwsFault } from '../deployment/aws/aws-fault.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { priceTarget } from '../deployment/plan/price-target.ts';
import { tagKeys } from '../deployment/plan/tags.ts';
import type { DeploymentPath } from '../deployment/plan/target.ts';
import { listPrices } from '../deployment/planning/list-prices.ts';
import { describeEndpoint } from '../deployment/resources/endpoint.ts';
import { costSoFar, isIdle, readExpiry } from './cost-so-far.ts';
import type { LastCalls } from './last-calls.ts';
import { previousConfig } from './previous-config.ts';
import { readEndpointLog } from './read-endpoint-log.ts';
import { endpointOf, type Group } from './survey.ts';

export interface DescribeParts {
  aws: Aws;
  lastCalls: LastCalls;
  now: () => Date;
  signal: AbortSignal;
}

/** Everything that is told of a group's endpoint; null when it has none, or it is gone since it was listed. */
export async function describeGroup(
  group: Group,
  { aws, lastCalls, now, signal }: DescribeParts,
): Promise<Endpoint | null> {
  const thing = endpointOf(group);
  if (thing === null) return null;
  const { name, arn } = thing;
  const found = await describeEndpoint(aws, name, signal);
  if (found === null) return null;
  const config = await describeConfig(aws, found.EndpointConfigName ?? '', signal);
  const variant = config?.ProductionVariants?.[0];
  const types = typesIn(variant);
  const chosen = chosenType(found, types) ?? null;
  const count = found.ProductionVariants?.[0]?.CurrentInstanceCount ?? null;
  // One that begins or grows has fewer than it will have.
  const wanted = found.ProductionVariants?.[0]?.DesiredInstanceCount ?? variant?.InitialInstanceCount ?? 1;
  const priced = Math.max(1, count ?? 0, wanted);
  const price = await priceOf(aws, chosen === null ? types : [chosen], priced, signal);
  const log = await readEndpointLog(aws, name, signal);
  const { known } = group;
  // An update makes a new configuration with tags of its own; those of the endpoint stay.
  const tags = { ...thing.tags, ...group.things.find((one) => one.name === found.EndpointConfigName)?.tags };
  const created_at = found.CreationTime?.toISOString() ?? thing.created_at;
  const last_called_at = latest(lastCalls.of(aws.region, name), log.last_line_at);
  const expires_at = readExpiry(tags[tagKeys.expires]);
  const status = found.EndpointStatus ?? 'Unknown';
  // One that was stopped on the way goes on to where it was going.
  const previous = known?.rolling_back_to ?? previousConfig(group, found.EndpointConfigName ?? null);
  return {
    ref: { region: aws.region, profile: aws.profile, name },
    arn,
    status,
    failure: found.FailureReason ?? null,
    created_at,
    deployment_id: group.deployment_id,
    orphan: known === null,
    path: known?.plan.target.path ?? (await readPath(aws, variant?.ModelName, signal)),
    decision: tags[tagKeys.decision] ?? null,
    configuration: configurationOf(group, tags[tagKeys.configuration]),
    instance_types: types,
    instance_count: count,
    instance_type: chosen ?? known?.instance_type ?? null,
    ready: log.ready ?? known?.ready ?? null,
    price,
    cost_so_far_usd: costSoFar(price.usd_per_hour, created_at, now()),
    last_called_at,
    expires_at,
    expired: expires_at !== null && Date.parse(expires_at) <= now().getTime(),
    idle: isIdle(status, created_at, last_called_at, now()),
    previous_config: previous,
    previous_price: previous === null ? null : await priceOfConfig(aws, previous, signal),
  };
}

async function describeConfig(
  aws: Aws,
  name: string,
  signal: AbortSignal,
): Promise<DescribeEndpointConfigCommandOutput | null> {
  return unlessAbsent(() =>
    aws.call('sagemaker:DescribeEndpointConfig', signal, (options) =>
      aws.sagemaker().send(new DescribeEndpointConfigCommand({ EndpointConfigName: name }), options),
    ),
  );
}

/** Of an orphan: the environment of its model says which image it is for. */
async function readPath(aws: Aws, model: string | undefined, signal: AbortSignal): Promise<DeploymentPath | null> {
  if (model === undefined) return null;
  const found = await unlessAbsent(() =>
    aws.call('sagemaker:DescribeModel', signal, (options) =>
      aws.sagemaker().send(new DescribeModelCommand({ ModelName: model }), options),
    ),
  );
  const names = Object.keys(found?.PrimaryContainer?.Environment ?? {});
  if (names.some((name) => name.startsWith('SM_LLAMA_CPP_'))) return 'standard';
  return names.some((name) => name.startsWith('DECISION_')) ? 'decisions' : null;
}

async function unlessAbsent<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

/** The type that really runs: of pools the one with instances. Undefined while nothing does. */
function chosenType(
  { ProductionVariants }: DescribeEndpointCommandOutput,
  types: readonly string[],
): string | undefined {
  const pools = ProductionVariants?.[0]?.InstancePools ?? [];
  const running = pools.find(({ CurrentInstanceCount = 0 }) => CurrentInstanceCount > 0);
  return running?.InstanceType ?? (types.length === 1 ? types[0] : undefined);
}

async function priceOf(
  aws: Aws,
  types: readonly string[],
  count: number,
  signal: AbortSignal,
): Promise<Endpoint['price']> {
  const [first] = types;
  const prices = await listPrices(aws, types, signal);
  const pools = types.map((type, index) => ({ type, priority: index + 1 }));
  const instances =
    first !== undefined && types.length === 1
      ? { kind: 'one' as const, type: first }
      : { kind: 'pools' as const, pools };
  return priceTarget({ instances, scaling: { kind: 'fixed', count }, region: aws.region }, prices);
}

/** What an endpoint configuration may run on, in its order. */
function typesIn(variant: ProductionVariant | undefined): string[] {
  const pools = (variant?.InstancePools ?? []).toSorted((a, b) => (a.Priority ?? 0) - (b.Priority ?? 0));
  const listed = pools.length > 0 ? pools.map(({ InstanceType }) => InstanceType) : [variant?.InstanceType];
  return listed.filter((type) => type !== undefined);
}

async function priceOfConfig(aws: Aws, name: string, signal: AbortSignal): Promise<Endpoint['previous_price']> {
  try {
    const variant = (await describeConfig(aws, name, signal))?.ProductionVariants?.[0];
    if (variant === undefined) return null;
    return await priceOf(aws, typesIn(variant), Math.max(1, variant.InitialInstanceCount ?? 1), signal);
  } catch (error) {
    if (isAwsFault(error, 'denied')) return null;
    throw error;
  }
}

function configurationOf({ known }: Group, tag: string | undefined): Endpoint['configuration'] {
  if (tag === undefined || tag === 'none') return null;
  const planned = known?.plan.configuration ?? null;
  return { sha256: tag, name: planned?.sha256 === tag ? planned.name : null };
}

function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
