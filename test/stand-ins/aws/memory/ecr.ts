import { createHash } from 'node:crypto';
import { ACCOUNT, arn } from '../account.ts';
import {
  type AwsCall,
  type AwsInput,
  AwsRefusal,
  type AwsReply,
  isRecord,
  recordsOf,
  textOf,
  textsOf,
} from '../aws-call.ts';
import { jsonReply } from '../replies.ts';
import { addTags, type Item, Shelf, type Tag } from '../shelf.ts';

interface Image {
  digest: string;
  tags: Set<string>;
  manifest: string;
}

export interface Repository extends Item {
  images: Image[];
}

/** Repositories and images, whose digests are those of their manifests. */
export class Ecr {
  readonly repositories = new Shelf<Repository>();

  answer({ action, input, region }: AwsCall): AwsReply {
    return jsonReply(this.act(action, input, region));
  }

  private act(action: string, input: AwsInput, region: string): AwsInput {
    switch (action) {
      case 'CreateRepository':
        return { repository: describe(this.create(input, region)) };
      case 'DescribeRepositories': {
        const names = textsOf(input.repositoryNames);
        const inRegion = this.repositories.items.filter((item) => item.region === region);
        const repositories = names.length === 0 ? inRegion : names.map((name) => this.repository(name, region));
        return { repositories: repositories.map(describe) };
      }
      case 'ListTagsForResource':
        return { tags: this.byArn(textOf(input, 'resourceArn')).tags };
      case 'TagResource':
        addTags(this.byArn(textOf(input, 'resourceArn')).tags, tagsOf(input));
        return {};
      default:
        return this.ofRepository(action, input, this.repository(textOf(input, 'repositoryName'), region));
    }
  }

  private ofRepository(action: string, input: AwsInput, repository: Repository): AwsInput {
    switch (action) {
      case 'DeleteRepository':
        if (repository.images.length > 0 && input.force !== true) {
          throw new AwsRefusal(
            'RepositoryNotEmptyException',
            `The repository with name '${repository.name}' cannot be deleted because it still contains images`,
          );
        }
        this.repositories.remove(repository);
        return { repository: describe(repository) };
      case 'PutImage':
        if (!['', digestOf(textOf(input, 'imageManifest'))].includes(textOf(input, 'imageDigest'))) {
          throw new AwsRefusal('ImageDigestDoesNotMatchException', 'The digest is not that of the manifest.');
        }
        return { image: putImage(repository, textOf(input, 'imageManifest'), textOf(input, 'imageTag')) };
      case 'DescribeImages': {
        const wanted = recordsOf(input.imageIds);
        const found =
          wanted.length === 0
            ? repository.images
            : wanted.map((id) => findImage(repository, id) ?? noImage(repository, id));
        return {
          imageDetails: found.map((image) => ({
            registryId: ACCOUNT,
            repositoryName: repository.name,
            imageDigest: image.digest,
            imageTags: [...image.tags],
            imageSizeInBytes: 100_000_000,
            imagePushedAt: 1_767_225_600,
          })),
        };
      }
      case 'ListImages': {
        const ids = repository.images.flatMap(({ digest, tags }) =>
          tags.size === 0
            ? [{ imageDigest: digest }]
            : [...tags].map((imageTag) => ({ imageDigest: digest, imageTag })),
        );
        return { imageIds: ids };
      }
      case 'BatchGetImage': {
        const ids = recordsOf(input.imageIds);
        const images = ids.flatMap((imageId) => {
          const image = findImage(repository, imageId);
          return image === undefined
            ? []
            : [
                {
                  imageId: { ...imageId, imageDigest: image.digest },
                  imageManifest: image.manifest,
                  repositoryName: repository.name,
                },
              ];
        });
        const failures = ids
          .filter((id) => findImage(repository, id) === undefined)
          .map((imageId) => ({ imageId, failureCode: 'ImageNotFound', failureReason: 'Requested image not found' }));
        return { images, failures };
      }
      case 'BatchDeleteImage':
        return deleteImages(repository, recordsOf(input.imageIds));
      case 'PutLifecyclePolicy':
      case 'PutImageTagMutability':
      case 'PutImageScanningConfiguration':
        return {};
      default:
        throw new AwsRefusal('UnknownOperationException', `No such operation: ${action}`);
    }
  }

  private create(input: AwsInput, region: string): Repository {
    const name = textOf(input, 'repositoryName');
    if (!/^[a-z0-9]+(?:[._-][a-z0-9]+)*(\/[a-z0-9]+(?:[._-][a-z0-9]+)*)*$/.test(name)) {
      throw new AwsRefusal('InvalidParameterException', `Invalid parameter at 'repositoryName': ${name}`);
    }
    if (this.repositories.find(region, name) !== undefined) {
      throw new AwsRefusal(
        'RepositoryAlreadyExistsException',
        `The repository with name '${name}' already exists in the registry with id '${ACCOUNT}'`,
      );
    }
    const address = arn('ecr', region, `repository/${name}`);
    return this.repositories.add({ name, region, arn: address, input, created: 0, tags: tagsOf(input), images: [] });
  }

  private repository(name: string, region: string): Repository {
    const words = `The repository with name '${name}' does not exist in the registry with id '${ACCOUNT}'`;
    return this.repositories.get(region, name, () => new AwsRefusal('RepositoryNotFoundException', words));
  }

  private byArn(wanted: string): Repository {
    const repository = this.repositories.items.find((item) => item.arn === wanted);
    if (repository === undefined) throw new AwsRefusal('RepositoryNotFoundException', `${wanted} does not exist`);
    return repository;
  }
}

export function digestOf(manifest: string): string {
  return `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
}

function putImage(repository: Repository, manifest: string, tag: string): AwsInput {
  const digest = digestOf(manifest);
  const mutable = repository.input.imageTagMutability !== 'IMMUTABLE';
  const owner = repository.images.find(({ tags }) => tags.has(tag));
  if (tag !== '' && owner !== undefined && !mutable) {
    throw new AwsRefusal(
      'ImageTagAlreadyExistsException',
      `The image tag '${tag}' already exists and cannot be overwritten because the repository is immutable.`,
    );
  }
  owner?.tags.delete(tag);
  let image = repository.images.find((one) => one.digest === digest);
  if (image === undefined) {
    image = { digest, tags: new Set(), manifest };
    repository.images.push(image);
  }
  if (tag !== '') image.tags.add(tag);
  return { registryId: ACCOUNT, repositoryName: repository.name, imageId: { imageDigest: digest, imageTag: tag } };
}

function deleteImages(repository: Repository, ids: AwsInput[]): AwsInput {
  const imageIds: AwsInput[] = [];
  const failures: AwsInput[] = [];
  for (const imageId of ids) {
    const image = findImage(repository, imageId);
    if (image === undefined) {
      failures.push({ imageId, failureCode: 'ImageNotFound', failureReason: 'Requested image not found' });
      continue;
    }
    // A tag takes only itself away, and the image with its last one.
    const tag = textOf(imageId, 'imageTag');
    if (tag !== '') image.tags.delete(tag);
    if (tag === '' || image.tags.size === 0) repository.images.splice(repository.images.indexOf(image), 1);
    imageIds.push({ ...imageId, imageDigest: image.digest });
  }
  return { imageIds, failures };
}

function findImage({ images }: Repository, id: AwsInput): Image | undefined {
  const { imageDigest, imageTag } = id;
  if (typeof imageDigest === 'string') return images.find(({ digest }) => digest === imageDigest);
  return typeof imageTag === 'string' ? images.find(({ tags }) => tags.has(imageTag)) : undefined;
}

function noImage({ name }: Repository, id: AwsInput): never {
  throw new AwsRefusal(
    'ImageNotFoundException',
    `The image with imageId ${JSON.stringify(id)} does not exist within the repository with name '${name}'`,
  );
}

function tagsOf(input: AwsInput): Tag[] {
  return recordsOf(input.tags)
    .filter(isRecord)
    .map((tag) => ({ Key: textOf(tag, 'Key'), Value: textOf(tag, 'Value') }));
}

function describe({ name, region, arn: address }: Repository): AwsInput {
  return {
    repositoryArn: address,
    registryId: ACCOUNT,
    repositoryName: name,
    repositoryUri: `${ACCOUNT}.dkr.ecr.${region}.amazonaws.com/${name}`,
    createdAt: 1_767_225_600,
  };
}
