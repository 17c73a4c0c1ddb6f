import {
  BatchDeleteImageCommand,
  CreateRepositoryCommand,
  type CreateRepositoryCommandInput,
  DeleteRepositoryCommand,
  DescribeImagesCommand,
  DescribeRepositoriesCommand,
  ListTagsForResourceCommand,
} from '@aws-sdk/client-ecr';
import { AwsFault, isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { type Seen, tagsOf } from './seen.ts';

export async function lookAtRepository(aws: Aws, name: string, signal: AbortSignal): Promise<Seen | null> {
  try {
    const { repositories } = await aws.call('ecr:DescribeRepositories', signal, (options) =>
      aws.ecr().send(new DescribeRepositoriesCommand({ repositoryNames: [name] }), options),
    );
    const found = repositories?.[0];
    if (found?.repositoryArn === undefined) return null;
    const { repositoryArn } = found;
    const { tags } = await aws.call('ecr:ListTagsForResource', signal, (options) =>
      aws.ecr().send(new ListTagsForResourceCommand({ resourceArn: repositoryArn }), options),
    );
    return { tags: tagsOf(tags), facts: { arn: repositoryArn, uri: found.repositoryUri ?? null }, differs: null };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

/** @returns its address, as images are pushed to it */
export async function createRepository(
  aws: Aws,
  input: CreateRepositoryCommandInput,
  signal: AbortSignal,
): Promise<string | null> {
  const { repository } = await aws.call('ecr:CreateRepository', signal, (options) =>
    aws.ecr().send(new CreateRepositoryCommand(input), options),
  );
  return repository?.repositoryUri ?? null;
}

/** @throws AwsFault `in-use` while images are in it */
export async function removeRepository(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('ecr:DeleteRepository', signal, (options) =>
    aws.ecr().send(new DeleteRepositoryCommand({ repositoryName: name, force: false }), options),
  );
}

/** One image, by tag or by digest. */
export interface ImageName {
  repository: string;
  /** Account of the registry; undefined for the caller's own. */
  registry?: string;
  id: { imageTag: string } | { imageDigest: string };
}

/** The digest of an image, as in `sha256:…`; null when it is not there. */
export async function findImage(aws: Aws, image: ImageName, signal: AbortSignal): Promise<string | null> {
  try {
    const { imageDetails } = await aws.call('ecr:DescribeImages', signal, (options) =>
      aws.ecr().send(
        new DescribeImagesCommand({
          repositoryName: image.repository,
          imageIds: [image.id],
          ...(image.registry === undefined ? {} : { registryId: image.registry }),
        }),
        options,
      ),
    );
    return imageDetails?.[0]?.imageDigest ?? null;
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

/** Removes an image with all its tags. @throws AwsFault `absent`, `in-use` */
export async function removeImage(aws: Aws, repository: string, digest: string, signal: AbortSignal): Promise<void> {
  const { failures = [] } = await aws.call('ecr:BatchDeleteImage', signal, (options) =>
    aws
      .ecr()
      .send(new BatchDeleteImageCommand({ repositoryName: repository, imageIds: [{ imageDigest: digest }] }), options),
  );
  const [failure] = failures;
  if (failure === undefined) return;
  const absent = failure.failureCode === 'ImageNotFound';
  throw new AwsFault(absent ? 'absent' : 'in-use', 'ecr:BatchDeleteImage', {
    message: `The image ${digest} of ${repository} was not removed: ${failure.failureReason ?? failure.failureCode ?? 'no reason was given'}.`,
    next: 'Look at the repository in the console, then try again.',
  });
}
