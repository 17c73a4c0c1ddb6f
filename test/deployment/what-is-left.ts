import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DescribeRepositoriesCommand, ECRClient } from '@aws-sdk/client-ecr';
import { IAMClient, ListRolesCommand } from '@aws-sdk/client-iam';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../stand-ins/aws/clients.ts';
import type { AwsStandIn } from '../stand-ins/aws/open-aws.ts';

/** Names of all that is in the account, asked with the SDK where moto keeps it. */
export async function whatIsLeft(aws: AwsStandIn): Promise<string[]> {
  const settings = clientSettings(aws.url);
  const s3 = new S3Client({ ...settings, forcePathStyle: true });
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const { Roles = [] } = await new IAMClient(settings).send(new ListRolesCommand({}));
  const { repositories = [] } = await new ECRClient(settings).send(new DescribeRepositoriesCommand({}));
  const { logGroups = [] } = await new CloudWatchLogsClient(settings).send(new DescribeLogGroupsCommand({}));
  const { sagemaker, codebuild, scaling } = aws;
  return [
    ...sagemaker.endpoints.names().map((name) => `endpoint ${name}`),
    ...sagemaker.configs.names().map((name) => `endpoint configuration ${name}`),
    ...sagemaker.models.names().map((name) => `model ${name}`),
    ...codebuild.projects.names().map((name) => `project ${name}`),
    ...scaling.targets.map(({ input }) => `scaling ${input.ResourceId}`),
    ...Buckets.map(({ Name }) => `bucket ${Name}`),
    ...Roles.map(({ RoleName }) => `role ${RoleName}`),
    ...repositories.map(({ repositoryName }) => `repository ${repositoryName}`),
    ...logGroups.map(({ logGroupName }) => `log group ${logGroupName}`),
  ];
}
