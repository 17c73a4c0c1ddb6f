import { type AwsCall, type AwsInput, AwsRefusal, recordsOf, textOf } from './aws-call.ts';
import { digestOf } from './memory/ecr.ts';

/** Images of somebody else's registry, such as the platform's own: every tag is there, with a digest of its own. */
export function describeForeignImages({ action, input }: AwsCall): AwsInput {
  const registryId = textOf(input, 'registryId');
  const repositoryName = textOf(input, 'repositoryName');
  const images = recordsOf(input.imageIds).map((id) => {
    const imageTag = textOf(id, 'imageTag');
    const imageDigest = textOf(id, 'imageDigest') || foreignDigest(repositoryName, imageTag);
    return { imageDigest, ...(imageTag === '' ? {} : { imageTag }) };
  });
  if (action === 'BatchGetImage') {
    return {
      images: images.map((imageId) => ({ registryId, repositoryName, imageId, imageManifest: '{}' })),
      failures: [],
    };
  }
  if (action === 'DescribeImages') {
    return {
      imageDetails: images.map(({ imageDigest, imageTag }) => ({
        registryId,
        repositoryName,
        imageDigest,
        imageTags: [imageTag],
      })),
    };
  }
  throw new AwsRefusal('AccessDeniedException', `Not in somebody else's registry: ${action}`);
}

export function foreignDigest(repository: string, tag: string): string {
  return digestOf(`${repository}:${tag}`);
}
