import { ListEndpointConfigsCommand, ListEndpointsCommand, ListModelsCommand } from '@aws-sdk/client-sagemaker';
import { Fault } from '../../adapter/fault.ts';
import { isAwsFault } from '../deployment/aws/aws-fault.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { APPLICATION } from '../deployment/plan/names.ts';
import { tagKeys } from '../deployment/plan/tags.ts';
import { sageMakerTags } from '../deployment/resources/sagemaker-tags.ts';

/** Something of SageMaker whose tags say that it is ours. */
export interface TaggedThing {
  kind: 'endpoint' | 'endpoint-config' | 'model';
  name: string;
  arn: string;
  /** UTC; null when the service does not say. */
  created_at: string | null;
  tags: Readonly<Record<string, string>>;
}

/** The largest page of the lists. */
const PAGE = 100;
/** Of one kind in one region: accounts that train gather thousands of models, of which only names are looked at. */
const MAX_LISTED = 20_000;
/** Tags are asked one thing at a time: as many at once as do not throttle. */
const TAGS_AT_ONCE = 4;

/** Names of what we make end in eight digits of the deployment's id, and after an update in its number. */
const OUR_NAME = /-[0-9a-f]{8}(-\d+)?$/;

/** What is ours, and what may be: endpoints whose tags the caller may not read. */
export interface SageMakerListing {
  things: TaggedThing[];
  unread: string[];
}

interface Listed {
  name: string;
  arn: string;
  created_at: string | null;
}

/**
 * Everything of SageMaker in a region that is ours by its tags. Endpoints have names that people chose, so that each
 * one's tags are looked at; of the others those whose names may be ours.
 * @throws AwsFault
 */
export async function listSageMaker(aws: Aws, signal: AbortSignal): Promise<SageMakerListing> {
  const endpoints = await listAll((NextToken) =>
    aws
      .call('sagemaker:ListEndpoints', signal, (options) =>
        aws.sagemaker().send(new ListEndpointsCommand({ MaxResults: PAGE, NextToken }), options),
      )
      .then((page) => ({
        next: page.NextToken,
        items: (page.Endpoints ?? []).map((one) => listed(one.EndpointName, one.EndpointArn, one.CreationTime)),
      })),
  );
  const configs = await listAll((NextToken) =>
    aws
      .call('sagemaker:ListEndpointConfigs', signal, (options) =>
        aws.sagemaker().send(new ListEndpointConfigsCommand({ MaxResults: PAGE, NextToken }), options),
      )
      .then((page) => ({
        next: page.NextToken,
        items: (page.EndpointConfigs ?? []).map((one) =>
          listed(one.EndpointConfigName, one.EndpointConfigArn, one.CreationTime),
        ),
      })),
  );
  const models = await listAll((NextToken) =>
    aws
      .call('sagemaker:ListModels', signal, (options) =>
        aws.sagemaker().send(new ListModelsCommand({ MaxResults: PAGE, NextToken }), options),
      )
      .then((page) => ({
        next: page.NextToken,
        items: (page.Models ?? []).map((one) => listed(one.ModelName, one.ModelArn, one.CreationTime)),
      })),
  );
  const candidates: Omit<TaggedThing, 'tags'>[] = [
    ...endpoints.map((one) => ({ kind: 'endpoint' as const, ...one })),
    ...configs.filter(({ name }) => OUR_NAME.test(name)).map((one) => ({ kind: 'endpoint-config' as const, ...one })),
    ...models.filter(({ name }) => OUR_NAME.test(name)).map((one) => ({ kind: 'model' as const, ...one })),
  ];
  return keepOurs(aws, candidates, signal);
}

function listed(name = '', arn = '', created?: Date): Listed {
  return { name, arn, created_at: created?.toISOString() ?? null };
}

async function listAll(
  page: (next: string | undefined) => Promise<{ next: string | undefined; items: Listed[] }>,
): Promise<Listed[]> {
  const all: Listed[] = [];
  let next: string | undefined;
  do {
    const answer = await page(next);
    all.push(...answer.items);
    next = answer.next;
    if (all.length > MAX_LISTED) {
      throw new Fault(
        'CLOUD_FAILED',
        `There are more than ${MAX_LISTED.toLocaleString('en')} things of one kind in this region.`,
        'Look at this region in the AWS console.',
      );
    }
  } while (next !== undefined);
  return all;
}

async function keepOurs(
  aws: Aws,
  candidates: readonly Omit<TaggedThing, 'tags'>[],
  signal: AbortSignal,
): Promise<SageMakerListing> {
  const things: TaggedThing[] = [];
  const unread: string[] = [];
  for (let from = 0; from < candidates.length; from += TAGS_AT_ONCE) {
    const some = candidates.slice(from, from + TAGS_AT_ONCE);
    const tags = await Promise.all(some.map(({ arn }) => tagsOrNone(aws, arn, signal)));
    for (const [index, candidate] of some.entries()) {
      const own = tags[index] ?? null;
      if (own === null && candidate.kind === 'endpoint') unread.push(candidate.name);
      if (own?.[tagKeys.application] === APPLICATION) things.push({ ...candidate, tags: own });
    }
  }
  return { things, unread };
}

/** What is removed between the list and the look has no tags any more. Null where they may not be read. */
async function tagsOrNone(aws: Aws, arn: string, signal: AbortSignal): Promise<Record<string, string> | null> {
  try {
    return await sageMakerTags(aws, arn, signal);
  } catch (error) {
    if (isAwsFault(error, 'absent')) return {};
    // A policy for one deployment allows to look at that one's alone.
    if (isAwsFault(error, 'denied')) return null;
    throw error;
  }
}
