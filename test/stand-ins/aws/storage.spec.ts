import { createHash } from 'node:crypto';
import {
  CloudWatchLogsClient,
  DeleteLogGroupCommand,
  DescribeLogGroupsCommand,
  FilterLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  BatchDeleteImageCommand,
  CreateRepositoryCommand,
  DeleteRepositoryCommand,
  DescribeImagesCommand,
  DescribeRepositoriesCommand,
  ECRClient,
  ListTagsForResourceCommand,
  PutImageCommand,
} from '@aws-sdk/client-ecr';
import {
  CreateRoleCommand,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  GetRoleCommand,
  GetRolePolicyCommand,
  IAMClient,
  ListRolePoliciesCommand,
  ListRoleTagsCommand,
  PutRolePolicyCommand,
  SimulatePrincipalPolicyCommand,
} from '@aws-sdk/client-iam';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, CREDENTIALS } from './account.ts';
import type { Backend } from './backend.ts';
import { clientSettings } from './clients.ts';
import { MemoryBackend } from './memory/open-memory.ts';
import { AwsStandIn } from './open-aws.ts';
import { motoIsHere, openMoto } from './open-moto.ts';

// The same questions to our own memory and to moto, which others wrote: what both answer alike is hardly our invention.
describe.each<[string, boolean, () => Promise<Backend>]>([
  ['memory', false, async () => new MemoryBackend()],
  ['moto', !motoIsHere(), openMoto],
])('storage, roles, images and logs: %s', (_, skip, open) => {
  let aws: AwsStandIn;
  let s3: S3Client;
  beforeAll(async () => {
    if (skip) return;
    aws = await new AwsStandIn(await open()).open();
    s3 = new S3Client({ ...clientSettings(aws.url), forcePathStyle: true });
  });
  afterAll(async () => {
    await aws?.close();
  });

  it.skipIf(skip)('says who calls', async () => {
    const { Account, Arn } = await new STSClient(clientSettings(aws.url)).send(new GetCallerIdentityCommand({}));
    expect([Account, Arn?.startsWith('arn:aws:')]).toEqual([ACCOUNT, true]);
  });

  it.skipIf(skip)('refuses who signs with another secret', async () => {
    const credentials = { ...CREDENTIALS, secretAccessKey: 'another' };
    const client = new STSClient({ ...clientSettings(aws.url), credentials });
    await expect(client.send(new GetCallerIdentityCommand({}))).rejects.toThrow(/signature/);
  });

  it.skipIf(skip)('keeps buckets, objects and their tags', async () => {
    const Bucket = 'bench-objects';
    await expect(s3.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'NotFound' });
    await s3.send(new CreateBucketCommand({ Bucket }));
    await s3.send(
      new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: { BlockPublicAcls: true } }),
    );
    await expect(s3.send(new GetBucketTaggingCommand({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchTagSet' });
    await s3.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [{ Key: 'application', Value: 'a b' }] } }));
    const { TagSet } = await s3.send(new GetBucketTaggingCommand({ Bucket }));
    expect(TagSet).toEqual([{ Key: 'application', Value: 'a b' }]);
    for (const Key of ['a/1', 'a/2 ü', 'a/3', 'a/4', 'a/5', 'b/1']) {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: `content of ${Key}`, Tagging: 'application=x%20y' }));
    }
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'a/2 ü' }));
    expect(await Body?.transformToString()).toBe('content of a/2 ü');
    const tagging = await s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'a/2 ü' }));
    expect(tagging.TagSet).toEqual([{ Key: 'application', Value: 'x y' }]);
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'b/1' }))).ContentLength).toBe(14);
    const keys: string[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'a/', MaxKeys: 2, ContinuationToken: token }),
      );
      keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
      token = page.NextContinuationToken;
    }
    expect(keys).toEqual(['a/1', 'a/2 ü', 'a/3', 'a/4', 'a/5']);
    await expect(s3.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'BucketNotEmpty' });
    const Objects = [...keys, 'b/1', 'never/was'].map((Key) => ({ Key }));
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'b/1' }))).rejects.toMatchObject({ name: 'NotFound' });
    await s3.send(new DeleteBucketCommand({ Bucket }));
    await expect(s3.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it.skipIf(skip)('takes parts whose checksums are right, and only those', async () => {
    const Bucket = 'bench-parts';
    const Key = 'model.gguf';
    await s3.send(new CreateBucketCommand({ Bucket }));
    const start = { Bucket, Key, ChecksumAlgorithm: 'SHA256', Tagging: 'application=x' } as const;
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(start));
    const bodies = [Buffer.alloc(5 * 1024 * 1024, 7), Buffer.from('the rest')];
    const sums = bodies.map((body) => createHash('sha256').update(body).digest('base64'));
    const wrong = { Bucket, Key, UploadId, PartNumber: 1, Body: bodies[0], ChecksumSHA256: sums[1] };
    await expect(s3.send(new UploadPartCommand(wrong))).rejects.toMatchObject({ name: 'BadDigest' });
    for (const [index, Body] of bodies.entries()) {
      const part = { Bucket, Key, UploadId, PartNumber: index + 1, Body, ChecksumSHA256: sums[index] };
      await s3.send(new UploadPartCommand(part));
    }
    const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'model' }));
    expect(Uploads?.map((upload) => [upload.Key, upload.UploadId])).toEqual([[Key, UploadId]]);
    const { Parts = [] } = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }));
    expect(Parts.map(({ Size }) => Size)).toEqual([5 * 1024 * 1024, 8]);
    const MultipartUpload = {
      Parts: Parts.map(({ PartNumber, ETag }, index) => ({ PartNumber, ETag, ChecksumSHA256: sums[index] })),
    };
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    const done = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(done.ContentLength).toBe(5 * 1024 * 1024 + 8);
    const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key }));
    expect(TagSet).toEqual([{ Key: 'application', Value: 'x' }]);
    const other = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'other' }));
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'other', UploadId: other.UploadId }));
    const gone = s3.send(new ListPartsCommand({ Bucket, Key: 'other', UploadId: other.UploadId }));
    await expect(gone).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it.skipIf(skip)('keeps roles and their policies', async () => {
    const iam = new IAMClient(clientSettings(aws.url));
    const RoleName = 'bench-role';
    await expect(iam.send(new GetRoleCommand({ RoleName }))).rejects.toMatchObject({ name: 'NoSuchEntityException' });
    const trust = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'sagemaker.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    });
    const create = new CreateRoleCommand({
      RoleName,
      AssumeRolePolicyDocument: trust,
      Tags: [{ Key: 'a', Value: 'b' }],
    });
    const { Role } = await iam.send(create);
    expect(Role?.Arn).toBe(`arn:aws:iam::${ACCOUNT}:role/bench-role`);
    await expect(iam.send(create)).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' });
    const PolicyDocument = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
    });
    await iam.send(new PutRolePolicyCommand({ RoleName, PolicyName: 'p', PolicyDocument }));
    expect((await iam.send(new ListRolePoliciesCommand({ RoleName }))).PolicyNames).toEqual(['p']);
    const policy = await iam.send(new GetRolePolicyCommand({ RoleName, PolicyName: 'p' }));
    expect(JSON.parse(decodeURIComponent(policy.PolicyDocument ?? ''))).toEqual(JSON.parse(PolicyDocument));
    expect((await iam.send(new ListRoleTagsCommand({ RoleName }))).Tags).toEqual([{ Key: 'a', Value: 'b' }]);
    await expect(iam.send(new DeleteRoleCommand({ RoleName }))).rejects.toMatchObject({
      name: 'DeleteConflictException',
    });
    await iam.send(new DeleteRolePolicyCommand({ RoleName, PolicyName: 'p' }));
    await iam.send(new DeleteRoleCommand({ RoleName }));
    await expect(iam.send(new DeleteRoleCommand({ RoleName }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    });
  });

  it.skipIf(skip)('says what a role may do', async () => {
    const iam = new IAMClient(clientSettings(aws.url));
    aws.denied.add('ecr:PutImage');
    const ask = { PolicySourceArn: `arn:aws:iam::${ACCOUNT}:role/x`, ActionNames: ['s3:GetObject', 'ecr:PutImage'] };
    const { EvaluationResults } = await iam.send(new SimulatePrincipalPolicyCommand(ask));
    expect(EvaluationResults?.map(({ EvalDecision }) => EvalDecision)).toEqual(['allowed', 'implicitDeny']);
  });

  it.skipIf(skip)('keeps images under their digests', async () => {
    const ecr = new ECRClient(clientSettings(aws.url));
    const repositoryName = 'bench/adapter';
    const describeOne = new DescribeRepositoriesCommand({ repositoryNames: [repositoryName] });
    await expect(ecr.send(describeOne)).rejects.toMatchObject({ name: 'RepositoryNotFoundException' });
    const create = new CreateRepositoryCommand({
      repositoryName,
      imageTagMutability: 'IMMUTABLE',
      tags: [{ Key: 'a', Value: 'b' }],
    });
    const { repository } = await ecr.send(create);
    expect(repository?.repositoryUri).toBe(`${ACCOUNT}.dkr.ecr.us-east-1.amazonaws.com/${repositoryName}`);
    await expect(ecr.send(create)).rejects.toMatchObject({ name: 'RepositoryAlreadyExistsException' });
    const { tags } = await ecr.send(new ListTagsForResourceCommand({ resourceArn: repository?.repositoryArn }));
    expect(tags).toEqual([{ Key: 'a', Value: 'b' }]);
    const missing = new DescribeImagesCommand({ repositoryName, imageIds: [{ imageTag: 'one' }] });
    await expect(ecr.send(missing)).rejects.toMatchObject({ name: 'ImageNotFoundException' });
    const imageManifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
      config: {},
      layers: [],
    });
    const digest = `sha256:${createHash('sha256').update(imageManifest).digest('hex')}`;
    const put = { repositoryName, imageManifest, imageTag: 'one', imageDigest: digest };
    await ecr.send(new PutImageCommand(put));
    const { imageDetails = [] } = await ecr.send(missing);
    expect(imageDetails.map(({ imageDigest, imageTags }) => [imageDigest, imageTags])).toEqual([[digest, ['one']]]);
    await expect(ecr.send(new DeleteRepositoryCommand({ repositoryName }))).rejects.toMatchObject({
      name: 'RepositoryNotEmptyException',
    });
    const gone = await ecr.send(new BatchDeleteImageCommand({ repositoryName, imageIds: [{ imageDigest: digest }] }));
    expect(gone.failures).toEqual([]);
    const again = await ecr.send(new BatchDeleteImageCommand({ repositoryName, imageIds: [{ imageDigest: digest }] }));
    expect(again.failures?.map(({ failureCode }) => failureCode)).toEqual(['ImageNotFound']);
    await ecr.send(new DeleteRepositoryCommand({ repositoryName }));
  });

  it.skipIf(skip)('keeps what services log', async () => {
    const logs = new CloudWatchLogsClient(clientSettings(aws.url));
    const logGroupName = '/aws/codebuild/bench';
    await expect(logs.send(new FilterLogEventsCommand({ logGroupName }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await aws.writeLog('us-east-1', logGroupName, 'one', ['1', '2', '3', '4', '5']);
    await aws.writeLog('us-east-1', logGroupName, 'two', ['6']);
    const lines: string[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const ask = { logGroupName, logStreamNames: ['one'], nextToken: token };
      const page = await logs.send(new FilterLogEventsCommand(ask));
      lines.push(...(page.events ?? []).map(({ message = '' }) => message));
      token = page.nextToken;
    }
    expect(lines).toEqual(['1', '2', '3', '4', '5']);
    const found = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: '/aws/codebuild/' }));
    expect(found.logGroups?.map((group) => group.logGroupName)).toEqual([logGroupName]);
    await logs.send(new DeleteLogGroupCommand({ logGroupName }));
    await expect(logs.send(new DeleteLogGroupCommand({ logGroupName }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});
