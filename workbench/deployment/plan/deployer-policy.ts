import type { Arns } from './arns.ts';
import { KEY_PREFIX, type PlannedNames } from './names.ts';
import type { PlannedImage } from './place-image.ts';
import type { PlanFacts } from './plan-facts.ts';
import { allow, policy } from './policies.ts';
import type { PolicyDocument } from './resource.ts';

/**
 * What the person who deploys needs for this very plan: to make it, watch it, try it, update it and remove it. Only what
 * has no resource of its own stands at `*`.
 */
export function deployerPolicy(
  facts: PlanFacts,
  names: PlannedNames,
  arns: Arns,
  about: {
    image: PlannedImage;
    stockArn: string | null;
    projects: readonly string[];
    roles: { execution: string; build: string };
  },
): PolicyDocument {
  const { target } = facts;
  const { projects, roles, image, stockArn } = about;
  const madeRoles = [
    ...(target.roles.execution.role === 'make' ? [roles.execution] : []),
    ...(target.roles.build.role === 'make' && projects.length > 0 ? [roles.build] : []),
  ];
  // an update has another revision in its names
  const sagemaker = [
    arns.sagemaker('endpoint', names.endpoint),
    `${arns.sagemaker('endpoint-config', names.endpointConfig)}*`,
    `${arns.sagemaker('model', names.model)}*`,
  ];
  const logs = [names.endpointLogs, ...projects.map(names.buildLogs)].map(arns.logGroup);
  const statements = [
    allow('Bucket', bucketActions(target.bucket.bucket === 'make'), [arns.bucket(names.bucket)]),
    allow(
      'Objects',
      [
        's3:AbortMultipartUpload',
        's3:DeleteObject',
        's3:GetObject',
        's3:ListMultipartUploadParts',
        's3:PutObject',
        's3:PutObjectTagging',
      ],
      [arns.object(names.bucket, `${KEY_PREFIX}*`)],
    ),
    allow(
      'Endpoint',
      [
        'sagemaker:AddTags',
        'sagemaker:CreateEndpoint',
        'sagemaker:CreateEndpointConfig',
        'sagemaker:CreateModel',
        'sagemaker:DeleteEndpoint',
        'sagemaker:DeleteEndpointConfig',
        'sagemaker:DeleteModel',
        'sagemaker:DescribeEndpoint',
        'sagemaker:DescribeEndpointConfig',
        'sagemaker:DescribeModel',
        'sagemaker:InvokeEndpoint',
        'sagemaker:UpdateEndpoint',
      ],
      sagemaker,
    ),
    allow(
      'FindWhatIsThere',
      [
        'codebuild:ListProjects',
        'iam:ListRoleTags',
        'iam:ListRoles',
        'sagemaker:DescribeEndpoint',
        'sagemaker:DescribeEndpointConfig',
        // which image and which files others need still
        'sagemaker:DescribeModel',
        'sagemaker:ListEndpointConfigs',
        'sagemaker:ListEndpoints',
        'sagemaker:ListModels',
        // what a crash left is found by its tags, whatever its name is
        'sagemaker:ListTags',
        'servicequotas:GetServiceQuota',
        'servicequotas:ListServiceQuotas',
        'pricing:GetProducts',
        'logs:DescribeLogGroups',
      ],
      ['*'],
    ),
    allow(
      'Logs',
      ['logs:DeleteLogGroup', 'logs:DescribeLogStreams', 'logs:FilterLogEvents'],
      logs.flatMap((arn) => [arn, `${arn}:*`]),
    ),
    allow('HandTheRoleToSageMaker', ['iam:PassRole'], [roles.execution], {
      StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' },
    }),
    allow(
      'LookAtRoles',
      ['iam:GetRole', 'iam:SimulatePrincipalPolicy'],
      projects.length > 0 ? [roles.execution, roles.build] : [roles.execution],
    ),
  ];
  if (madeRoles.length > 0) {
    const actions = ['iam:CreateRole', 'iam:DeleteRole', 'iam:DeleteRolePolicy', 'iam:ListRolePolicies'];
    statements.push(allow('MakeRoles', [...actions, 'iam:PutRolePolicy', 'iam:TagRole'], madeRoles));
  }
  if (projects.length > 0) {
    statements.push(
      allow(
        'Builds',
        [
          'codebuild:BatchGetBuilds',
          'codebuild:BatchGetProjects',
          'codebuild:CreateProject',
          'codebuild:DeleteProject',
          'codebuild:ListBuildsForProject',
          'codebuild:StartBuild',
          'codebuild:StopBuild',
          'codebuild:UpdateProject',
        ],
        projects.map(arns.project),
      ),
      allow('HandTheRoleToCodeBuild', ['iam:PassRole'], [roles.build], {
        StringEquals: { 'iam:PassedToService': 'codebuild.amazonaws.com' },
      }),
    );
  }
  if (image.from === 'build') {
    statements.push(
      allow(
        'Images',
        [
          'ecr:BatchDeleteImage',
          'ecr:BatchGetImage',
          'ecr:CreateRepository',
          'ecr:DeleteRepository',
          'ecr:DescribeImages',
          'ecr:DescribeRepositories',
          'ecr:ListTagsForResource',
          'ecr:TagResource',
        ],
        [arns.repository(image.repository)],
      ),
    );
  }
  if (stockArn !== null)
    statements.push(allow('LookUpTheImage', ['ecr:BatchGetImage', 'ecr:DescribeImages'], [stockArn]));
  if (target.scaling.kind === 'bounds') {
    statements.push(
      allow(
        'Scaling',
        [
          'application-autoscaling:DeregisterScalableTarget',
          'application-autoscaling:DescribeScalableTargets',
          'application-autoscaling:PutScalingPolicy',
          'application-autoscaling:RegisterScalableTarget',
          'application-autoscaling:TagResource',
          'cloudwatch:DeleteAlarms',
          'cloudwatch:DescribeAlarms',
          'cloudwatch:PutMetricAlarm',
        ],
        ['*'],
      ),
      allow('ScalingRole', ['iam:CreateServiceLinkedRole'], ['*'], {
        StringEquals: { 'iam:AWSServiceName': 'sagemaker.application-autoscaling.amazonaws.com' },
      }),
    );
  }
  return policy(statements);
}

function bucketActions(made: boolean): string[] {
  const look = ['s3:GetBucketLocation', 's3:GetBucketTagging', 's3:ListBucket', 's3:ListBucketMultipartUploads'];
  return made ? [...look, 's3:CreateBucket', 's3:DeleteBucket', 's3:PutBucketTagging'].sort() : look;
}
