import type { Arns } from './arns.ts';
import { KEY_PREFIX, type PlannedNames } from './names.ts';
import type { PlacedModel } from './place-model.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { PolicyDocument } from './resource.ts';

type Statement = PolicyDocument['Statement'][number];

export const policy = (Statement: Statement[]): PolicyDocument => ({ Version: '2012-10-17', Statement });

export function allow(
  Sid: string,
  Action: string[],
  Resource: string[],
  Condition?: Statement['Condition'],
): Statement {
  return { Sid, Effect: 'Allow', Action, Resource, ...(Condition === undefined ? {} : { Condition }) };
}

/** A role that one service may take, and for this account alone (the confused deputy). */
export function trustPolicy(service: 'sagemaker' | 'codebuild', account: string): PolicyDocument {
  return policy([
    {
      Sid: 'TakenByTheService',
      Effect: 'Allow',
      Principal: { Service: `${service}.amazonaws.com` },
      Action: ['sts:AssumeRole'],
      Condition: { StringEquals: { 'aws:SourceAccount': account } },
    },
  ]);
}

/** What the role of the endpoint may: read the model, pull the image, write its log and its metrics. */
export function executionPolicy(places: {
  facts: PlanFacts;
  names: PlannedNames;
  arns: Arns;
  model: PlacedModel;
  /** null for an image that everybody may pull. */
  repositoryArn: string | null;
}): PolicyDocument {
  const { names, arns, model, repositoryArn } = places;
  const logs = arns.logGroup(names.endpointLogs);
  const reads: Statement[] = [];
  if (model.data !== null) {
    const { bucket, key } = model.data;
    // of our own bucket all models: an update and its way back need the one before, too
    const ours = key.startsWith(`${KEY_PREFIX}models/`);
    const prefix = ours ? `${KEY_PREFIX}models/` : key;
    const objects = ours || key.endsWith('/') ? `${prefix}*` : key;
    reads.push(
      allow('ReadTheModel', ['s3:GetObject'], [arns.object(bucket, objects)]),
      allow('ListTheModel', ['s3:ListBucket'], [arns.bucket(bucket)], { StringLike: { 's3:prefix': `${prefix}*` } }),
    );
  }
  const pull = ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];
  const pulls =
    repositoryArn === null
      ? []
      : [
          allow('SignInToTheRegistry', ['ecr:GetAuthorizationToken'], ['*']),
          allow('PullTheImage', pull, [repositoryArn]),
        ];
  return policy([
    ...reads,
    ...pulls,
    allow(
      'WriteTheLog',
      ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
      [logs, `${logs}:*`],
    ),
    allow('WriteMetrics', ['cloudwatch:PutMetricData'], ['*'], {
      StringLike: { 'cloudwatch:namespace': '/aws/sagemaker/*' },
    }),
  ]);
}

/** What the role of the builds may: read the source, write model and image and their details, and its log. */
export function buildPolicy(names: PlannedNames, arns: Arns, projects: readonly string[]): PolicyDocument {
  const logs = projects.map((project) => arns.logGroup(names.buildLogs(project)));
  const objects = (folder: string) => arns.object(names.bucket, `${KEY_PREFIX}${folder}/*`);
  return policy([
    allow('ReadTheSource', ['s3:GetObject', 's3:GetObjectVersion'], [objects('images')]),
    allow('LookAtTheBucket', ['s3:GetBucketAcl', 's3:GetBucketLocation'], [arns.bucket(names.bucket)]),
    allow('WriteWhatIsBuilt', ['s3:PutObject', 's3:AbortMultipartUpload'], [objects('images'), objects('models')]),
    allow('SignInToTheRegistry', ['ecr:GetAuthorizationToken'], ['*']),
    allow(
      'PushTheImage',
      [
        'ecr:BatchCheckLayerAvailability',
        'ecr:BatchGetImage',
        'ecr:CompleteLayerUpload',
        'ecr:DescribeImages',
        'ecr:GetDownloadUrlForLayer',
        'ecr:InitiateLayerUpload',
        'ecr:PutImage',
        'ecr:UploadLayerPart',
      ],
      [arns.repository(names.repository)],
    ),
    allow(
      'WriteTheLog',
      ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      logs.flatMap((arn) => [arn, `${arn}:*`]),
    ),
  ]);
}
