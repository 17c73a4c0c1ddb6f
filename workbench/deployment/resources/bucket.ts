import {
  CreateBucketCommand,
  type CreateBucketCommandInput,
  DeleteBucketCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutBucketTaggingCommand,
} from '@aws-sdk/client-s3';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { bucketRegionOf } from '../aws/read-aws-error.ts';
import { type Seen, tagsOf } from './seen.ts';

/** Where a bucket is; null when there is none. @throws AwsFault `denied` for another account's */
export async function findBucket(aws: Aws, name: string, signal: AbortSignal): Promise<{ region: string } | null> {
  try {
    return await aws.call('s3:ListBucket', signal, async (options) => {
      try {
        const { BucketRegion } = await aws.s3().send(new HeadBucketCommand({ Bucket: name }), options);
        return { region: BucketRegion ?? aws.region };
      } catch (error) {
        // A bucket in another region answers with a redirection that names it.
        const region = bucketRegionOf(error);
        if (region !== null && region !== aws.region) return { region };
        throw error;
      }
    });
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    // An answer to HEAD has no words: the same question in words says whether it is the sign-in or a permission.
    if (isAwsFault(error, 'denied', 'invalid')) {
      await aws.call('s3:ListBucket', signal, (options) =>
        aws.s3().send(new ListObjectsV2Command({ Bucket: name, MaxKeys: 1 }), options),
      );
    }
    throw error;
  }
}

export async function lookAtBucket(aws: Aws, name: string, signal: AbortSignal): Promise<Seen | null> {
  const found = await findBucket(aws, name, signal);
  if (found === null) return null;
  const { region } = found;
  if (region !== aws.region) {
    return { tags: {}, facts: { region }, differs: `it is in ${region}, and the deployment is for ${aws.region}` };
  }
  return { tags: await bucketTags(aws, name, signal), facts: { region }, differs: null };
}

async function bucketTags(aws: Aws, name: string, signal: AbortSignal): Promise<Record<string, string>> {
  return aws.call('s3:GetBucketTagging', signal, async (options) => {
    try {
      const { TagSet } = await aws.s3().send(new GetBucketTaggingCommand({ Bucket: name }), options);
      return tagsOf(TagSet);
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchTagSet') return {};
      throw error;
    }
  });
}

export async function createBucket(aws: Aws, input: CreateBucketCommandInput, signal: AbortSignal): Promise<void> {
  await aws.call('s3:CreateBucket', signal, (options) => aws.s3().send(new CreateBucketCommand(input), options));
}

/** A bucket takes its tags in a second call. */
export async function tagBucket(
  aws: Aws,
  name: string,
  tags: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const TagSet = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await aws.call('s3:PutBucketTagging', signal, (options) =>
    aws.s3().send(new PutBucketTaggingCommand({ Bucket: name, Tagging: { TagSet } }), options),
  );
}

/** @throws AwsFault `in-use` while anything is in it */
export async function removeBucket(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('s3:DeleteBucket', signal, (options) =>
    aws.s3().send(new DeleteBucketCommand({ Bucket: name }), options),
  );
}
