import { DescribeImagesCommand } from '@aws-sdk/client-ecr';
import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { asFault, type FaultData } from '../../adapter/fault.ts';
import type { Removal } from '../contract/deployments.ts';
import type { Leftover } from '../contract/endpoints.ts';
import { isAwsFault } from '../deployment/aws/aws-fault.ts';
import { identify } from '../deployment/aws/identify.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { APPLICATION, KEY_PREFIX } from '../deployment/plan/names.ts';
import { removalOf } from '../deployment/plan/removal.ts';
import type { UndoChoice } from '../deployment/plan/resource.ts';
import { accelerators } from '../deployment/plan/target.ts';
import { lookAtBucket, removeBucket } from '../deployment/resources/bucket.ts';
import { removeObject } from '../deployment/resources/object.ts';
import { lookAtRepository, removeImage, removeRepository } from '../deployment/resources/repository.ts';
import { isOurs } from '../deployment/steps/prove-ours.ts';

/** What several deployments of a region share, found under the names that we give it and proved by its tags. */
export interface SharedThing {
  kind: 'repository' | 'bucket';
  name: string;
}

/**
 * The repositories and the bucket of ours in a region. Ask for them only where no deployment is left that may use them.
 * Who may not look at them sees the rest all the same.
 */
export async function listShared(aws: Aws, signal: AbortSignal): Promise<SharedThing[]> {
  const { account } = await identify(aws, signal);
  const things: SharedThing[] = [];
  for (const name of accelerators.map((one) => `${APPLICATION}-${one}`)) {
    const seen = await unlessDenied(() => lookAtRepository(aws, name, signal));
    if (seen !== null && isOurs({ ownership: 'shared' }, '', seen.tags)) things.push({ kind: 'repository', name });
  }
  const name = `${APPLICATION}-${account}-${aws.region}`;
  const seen = await unlessDenied(() => lookAtBucket(aws, name, signal));
  if (seen !== null && isOurs({ ownership: 'shared' }, '', seen.tags)) things.push({ kind: 'bucket', name });
  return things;
}

async function unlessDenied<T>(look: () => Promise<T | null>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (isAwsFault(error, 'denied')) return null;
    throw error;
  }
}

/** Storage costs, by the gigabyte. */
export function sharedLeftovers(
  things: readonly SharedThing[],
  { region, profile }: Pick<Aws, 'region' | 'profile'>,
): Leftover[] {
  return things.map(({ kind, name }) => ({ region, profile, kind, name, arn: null, deployment_id: null, costs: true }));
}

/** Removes what is in them and them, as far as it was asked for. What cannot go is named, and the rest goes on. */
export async function removeShared(
  aws: Aws,
  choices: readonly UndoChoice[],
  signal: AbortSignal,
): Promise<{ removals: Removal[]; faults: FaultData[] }> {
  const removals: Removal[] = [];
  const faults: FaultData[] = [];
  for (const { kind, name } of await listShared(aws, signal)) {
    const about = { key: `${kind}/${name}`, kind, name };
    const { choice } = removalOf(kind, 'shared');
    try {
      if (kind === 'bucket' && choices.includes('objects')) await emptyBucket(aws, name, signal);
      if (choice === null || !choices.includes(choice)) {
        removals.push({ ...about, action: 'keep', sentence: 'It stays: its removal was not asked for.' });
        continue;
      }
      if (kind === 'repository') {
        await emptyRepository(aws, name, signal);
        await removeRepository(aws, name, signal);
      } else await removeBucket(aws, name, signal);
      removals.push({ ...about, action: 'remove', sentence: 'It was removed.' });
    } catch (error) {
      const fault = asFault(error);
      removals.push({ ...about, action: 'keep', sentence: `It could not be removed. ${fault.message}` });
      // That others keep something in it is no failure.
      if (!isAwsFault(error, 'in-use')) faults.push(fault.toData());
    }
  }
  return { removals, faults };
}

async function emptyRepository(aws: Aws, repositoryName: string, signal: AbortSignal): Promise<void> {
  let nextToken: string | undefined;
  do {
    const page = await aws.call('ecr:DescribeImages', signal, (options) =>
      aws.ecr().send(new DescribeImagesCommand({ repositoryName, nextToken }), options),
    );
    for (const { imageDigest } of page.imageDetails ?? []) {
      if (imageDigest !== undefined) await removeImage(aws, repositoryName, imageDigest, signal);
    }
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
}

/** Removes our objects and unfinished uploads; what others put into it lies under other names. */
async function emptyBucket(aws: Aws, bucket: string, signal: AbortSignal): Promise<void> {
  const keys = new Set<string>();
  let ContinuationToken: string | undefined;
  do {
    const page = await aws.call('s3:ListBucket', signal, (options) =>
      aws.s3().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: KEY_PREFIX, ContinuationToken }), options),
    );
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.add(Key);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  let next: UploadMarker | null = {};
  while (next !== null) {
    const page: ListMultipartUploadsCommandOutput = await listUploads(aws, bucket, next, signal);
    for (const { Key } of page.Uploads ?? []) if (Key !== undefined) keys.add(Key);
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    next =
      IsTruncated && KeyMarker !== undefined && UploadIdMarker !== undefined ? { KeyMarker, UploadIdMarker } : null;
  }
  for (const key of keys) await removeObject(aws, { bucket, key }, signal);
}

/** Where a page of unfinished uploads begins. */
type UploadMarker = { KeyMarker?: string; UploadIdMarker?: string };

function listUploads(aws: Aws, Bucket: string, from: UploadMarker, signal: AbortSignal) {
  return aws.call('s3:ListBucketMultipartUploads', signal, (options) =>
    aws.s3().send(new ListMultipartUploadsCommand({ Bucket, Prefix: KEY_PREFIX, ...from }), options),
  );
}
