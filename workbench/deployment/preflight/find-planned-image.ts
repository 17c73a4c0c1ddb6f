import { BatchGetImageCommand } from '@aws-sdk/client-ecr';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { PUBLIC_GALLERY, readImageUri, registryHost } from '../plan/arns.ts';
import type { Plan } from '../plan/plan.ts';
import { findImage } from '../resources/repository.ts';

/**
 * The image by its digest, as in `…/repository@sha256:…`; null when it is not there (yet).
 * @throws AwsFault
 */
export async function findPlannedImage(aws: Aws, plan: Plan, signal: AbortSignal): Promise<string | null> {
  const { image, account } = plan;
  if (image.from === 'build') {
    const digest = await findImage(aws, { repository: image.repository, id: { imageTag: image.tag } }, signal);
    return digest === null ? null : `${registryHost(account.id, aws.region)}/${image.repository}@${digest}`;
  }
  if (image.from === 'stock') {
    const digest = await pullableDigest(aws, image, { imageTag: image.tag }, signal);
    return digest === null ? null : `${registryHost(image.registry, aws.region)}/${image.repository}@${digest}`;
  }
  // The public gallery answers no such question; what is pinned by digest cannot be another image.
  if (image.uri.startsWith(PUBLIC_GALLERY)) return image.uri;
  const parts = readImageUri(image.uri);
  if (parts === null) return null;
  const imageDigest = image.uri.slice(image.uri.indexOf('@') + 1);
  const place = { registry: parts.account, repository: parts.repository };
  const found = await pullableDigest(aws, place, { imageDigest }, signal);
  return found === imageDigest ? image.uri : null;
}

/** What a pull would get: the one question that other accounts' registries answer. */
async function pullableDigest(
  aws: Aws,
  place: { registry: string; repository: string },
  id: { imageTag: string } | { imageDigest: string },
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { images } = await aws.call('ecr:BatchGetImage', signal, (options) =>
      aws
        .ecr()
        .send(
          new BatchGetImageCommand({ registryId: place.registry, repositoryName: place.repository, imageIds: [id] }),
          options,
        ),
    );
    return images?.[0]?.imageId?.imageDigest ?? null;
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}
