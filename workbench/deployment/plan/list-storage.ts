import { describeResource } from './describe-resource.ts';
import type { Listed } from './list-resources.ts';
import { priceByUse } from './price-target.ts';
import type { Resource } from './resource.ts';

/** The bucket, and what is put into it. */
export function listStorage({ facts, names, arns, image, model, projects, tags }: Listed): Resource[] {
  const { target } = facts;
  // what lies elsewhere, or is fetched by the container, needs no bucket of ours
  if (model.objects.length === 0 && projects.length === 0) return given(model.data, arns);
  const made = target.bucket.bucket === 'make';
  const stored = priceByUse('by the gigabyte and month');
  const resources: Resource[] = [
    {
      ...describeResource('bucket', {
        name: names.bucket,
        arn: arns.bucket(names.bucket),
        ownership: made ? 'shared' : 'given',
        why: made
          ? 'It holds models and sources of our deployments in this region; made when it is not there.'
          : 'It holds the model and the source, under decision-workbench/ alone.',
        tags: made ? tags : {},
      }),
      input: made
        ? {
            Bucket: names.bucket,
            // this region has no name here: the service refuses it
            ...(target.region === 'us-east-1'
              ? {}
              : { CreateBucketConfiguration: { LocationConstraint: asLocation(target.region) } }),
          }
        : null,
    },
  ];
  if (projects.length > 0) {
    const key = image.from === 'build' ? image.source_key : names.sourceKey;
    resources.push({
      ...describeResource('source-object', {
        name: key,
        arn: arns.object(names.bucket, key),
        ownership: 'shared',
        why: 'What the builds work from: source and build specifications, bundled with the app.',
        tags,
        price: stored,
      }),
      input: null,
    });
  }
  for (const { key, part, upload } of model.objects) {
    resources.push({
      ...describeResource('model-object', {
        name: key,
        arn: arns.object(names.bucket, key),
        ownership: 'shared',
        why:
          upload === null
            ? 'Made by the build from the pinned file, whose checksum it holds against the plan.'
            : 'Uploaded from this machine, in parts; an equal one that is there is used.',
        tags,
        price: stored,
      }),
      part,
      upload,
      input: null,
    });
  }
  return [...resources, ...given(model.objects.length === 0 ? model.data : null, arns)];
}

/** A model that was packaged before. */
function given(data: Listed['model']['data'], arns: Listed['arns']): Resource[] {
  if (data === null) return [];
  return [
    {
      ...describeResource('model-object', {
        name: data.key,
        arn: arns.object(data.bucket, data.key),
        ownership: 'given',
        why: 'The model, packaged before.',
      }),
      part: 'given',
      upload: null,
      input: null,
    },
  ];
}

type Location = NonNullable<
  NonNullable<import('@aws-sdk/client-s3').CreateBucketCommandInput['CreateBucketConfiguration']>['LocationConstraint']
>;
/** The list in the SDK is that of its day; the service checks. */
function asLocation(region: string): Location {
  return region as Location;
}
