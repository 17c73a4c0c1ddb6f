import { imageProjectInput, modelProjectInput } from './build-inputs.ts';
import { describeResource } from './describe-resource.ts';
import type { Listed } from './list-resources.ts';
import { repositoryUri } from './place-image.ts';
import { priceByUse } from './price-target.ts';
import type { Resource } from './resource.ts';
import { asTagList } from './tags.ts';

/** What builds the image and packages a model of the hub, the repository, and the image itself. */
export function listBuilds(listed: Listed): Resource[] {
  const { facts, names, arns, image, model, tags, roles, projects } = listed;
  const { target } = facts;
  const byMinute = priceByUse('by the minute, while a build runs');
  const sourceKey = image.from === 'build' ? image.source_key : names.sourceKey;
  const place = { roleArn: roles.build, source: `${names.bucket}/${sourceKey}`, tags };
  const resources: Resource[] = [];
  const { model: source } = target;
  if (source.from === 'hub') {
    resources.push({
      ...describeResource('model-project', {
        name: names.modelProject,
        arn: arns.project(names.modelProject),
        ownership: 'own',
        why: 'It fetches the pinned file, checks it and packages it; used only when the model is not there yet.',
        tags,
        price: byMinute,
      }),
      input: modelProjectInput({
        ...place,
        project: names.modelProject,
        detail: { bucket: names.bucket, folder: folderOf(model.detailKey ?? '') },
        variables: {
          MODEL_REPOSITORY: source.repository,
          MODEL_REVISION: source.revision,
          MODEL_FILES: source.file,
          MODEL_SHA256S: source.sha256,
          MODEL_TARGET: model.data?.url ?? '',
        },
      }),
    });
  }
  if (image.from === 'build') {
    resources.push(
      {
        ...describeResource('repository', {
          name: image.repository,
          arn: arns.repository(image.repository),
          ownership: 'shared',
          why: 'It holds the images of our deployments; its tags cannot be moved. Made when it is not there.',
          tags,
          price: priceByUse('by the gigabyte and month'),
        }),
        input: { repositoryName: image.repository, imageTagMutability: 'IMMUTABLE', tags: asTagList(tags) },
      },
      {
        ...describeResource('image-project', {
          name: names.imageProject,
          arn: arns.project(names.imageProject),
          ownership: 'own',
          why: 'It builds the image and pushes it; used only when the image of this source is not there yet.',
          tags,
          price: byMinute,
        }),
        input: imageProjectInput(
          {
            ...place,
            project: names.imageProject,
            detail: { bucket: names.bucket, folder: folderOf(image.detail_key) },
            variables: {
              IMAGE_KIND: target.accelerator,
              REPOSITORY_URI: repositoryUri(facts, image.repository),
              IMAGE_TAG: image.tag,
              SOURCE_SHA256: image.source_sha256,
            },
          },
          target.accelerator,
        ),
      },
      {
        ...describeResource('image', {
          name: `${image.repository}:${image.tag}`,
          arn: null,
          ownership: 'shared',
          why: 'Used by its digest, as the registry says it; one of the same source is used again.',
          price: priceByUse('by the gigabyte and month'),
        }),
        input: null,
      },
    );
  }
  const written = priceByUse('by the gigabyte that is written and kept');
  for (const project of projects) {
    const name = names.buildLogs(project);
    resources.push({
      ...describeResource('log-group', {
        name,
        arn: arns.logGroup(name),
        ownership: 'service',
        why: 'CodeBuild makes it with the first build.',
        price: written,
      }),
      input: null,
    });
  }
  return resources;
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}
