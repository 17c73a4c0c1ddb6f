import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateModelCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { benchFacts, writeModelFile } from '../../../test/deployment/bench-facts.ts';
import { openBenchAws } from '../../../test/deployment/open-sitting.ts';
import { clientSettings } from '../../../test/stand-ins/aws/clients.ts';
import { accessDenied, expired } from '../../../test/stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../../../test/stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { restoreAccount, saveAccount } from '../../../test/stand-ins/aws/save-account.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import type { Aws } from '../aws/open-aws.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import type { Target } from '../plan/target.ts';
import { preflight } from './preflight.ts';

const signal = new AbortController().signal;

describe('preflight', () => {
  let standIn: AwsStandIn<MemoryBackend>;
  let aws: Aws;
  let empty: Buffer;
  beforeAll(async () => {
    standIn = await openMemoryAws();
    aws = await openBenchAws(standIn.endpoints());
    empty = saveAccount(standIn);
  });
  afterAll(async () => {
    aws.close();
    await standIn.close();
  });
  beforeEach(() => {
    restoreAccount(standIn, empty);
    standIn.faults.clear();
    standIn.denied.clear();
    standIn.calls.length = 0;
  });

  function look(own: Partial<Target> = {}) {
    const plan = planDeployment(benchFacts(writeModelFile(temporaryFolder()), 'GGUF and some weights', own));
    return preflight({ plan, aws, signal, made: () => false });
  }
  const refusals = async (own: Partial<Target> = {}) =>
    (await look(own)).findings.filter(({ severity }) => severity === 'refusal').map(({ message }) => message);

  it('finds nothing in an account where nothing is, and makes nothing', async () => {
    expect(await refusals()).toEqual([]);
    expect(
      standIn.calls.map(({ action }) => action).filter((action) => /^(Create|Put|Delete|Start)/.test(action)),
    ).toEqual([]);
  });

  it('finds all that is wrong at once', async () => {
    const settings = clientSettings(standIn.url);
    const model = new SageMakerClient(settings);
    await model.send(
      new CreateModelCommand({
        ModelName: 'bench-12345678',
        ExecutionRoleArn: 'arn:aws:iam::123456789012:role/other',
        PrimaryContainer: { Image: `123456789012.dkr.ecr.us-east-1.amazonaws.com/x@sha256:${'0'.repeat(64)}` },
      }),
    );
    const found = await refusals({
      bucket: { bucket: 'given', name: 'not-there' },
      roles: { execution: { role: 'given', arn: 'arn:aws:iam::123456789012:role/missing' }, build: { role: 'make' } },
      instances: { kind: 'one', type: 'ml.m5.large' },
    });
    expect(found.join('\n')).toMatch(/bucket not-there is not there/);
    expect(found.join('\n')).toMatch(/role missing is not there/);
    expect(found.join('\n')).toMatch(/model bench-12345678 already.*no tags/);
    model.destroy();
  });

  it('a bucket in another region, and one of the planned name that is not ours', async () => {
    const s3 = new S3Client({ ...clientSettings(standIn.url), region: 'eu-west-1', forcePathStyle: true });
    const away = { LocationConstraint: 'eu-west-1' } as const;
    await s3.send(new CreateBucketCommand({ Bucket: 'far-away', CreateBucketConfiguration: away }));
    expect(await refusals({ bucket: { bucket: 'given', name: 'far-away' } })).toEqual([
      expect.stringMatching(/eu-west-1.*us-east-1/),
    ]);
    const here = new S3Client({ ...clientSettings(standIn.url), forcePathStyle: true });
    await here.send(new CreateBucketCommand({ Bucket: 'taken' }));
    expect(await refusals({ bucket: { bucket: 'make', name: 'taken' } })).toEqual([
      expect.stringMatching(/bucket taken already/),
    ]);
    expect(await refusals({ bucket: { bucket: 'given', name: 'taken' } })).toEqual([]);
    for (const client of [s3, here]) client.destroy();
  });

  it('a role that is given is held against what it has to be allowed', async () => {
    const iam = new IAMClient(clientSettings(standIn.url));
    const trust = JSON.stringify({ Version: '2012-10-17', Statement: [] });
    await iam.send(new CreateRoleCommand({ RoleName: 'runner', AssumeRolePolicyDocument: trust }));
    iam.destroy();
    const execution = { role: 'given', arn: 'arn:aws:iam::123456789012:role/runner' } as const;
    const roles = { execution, build: { role: 'make' } } as const;
    expect(await refusals({ roles })).toEqual([]);
    standIn.denied.add('ecr:BatchGetImage');
    expect(await refusals({ roles })).toEqual([expect.stringMatching(/runner may not.*ecr:BatchGetImage/)]);
  });

  it('a quota of zero refuses; of pools one that may be used is enough', async () => {
    standIn.sagemaker.quotas.set('ml.g6e.xlarge', 0);
    const gpu = (types: string[]) => ({
      accelerator: 'gpu' as const,
      gpu_layers: -1,
      instances: { kind: 'pools' as const, pools: types.map((type, index) => ({ type, priority: index + 1 })) },
    });
    const alone = await look(gpu(['ml.g6e.xlarge']));
    expect(alone.quotaRefuses).toBe(true);
    const both = await look(gpu(['ml.g6e.xlarge', 'ml.g5.2xlarge']));
    expect(both.quotaRefuses).toBe(false);
    expect(both.findings.some(({ severity, message }) => severity === 'warning' && /ml.g6e.xlarge/.test(message))).toBe(
      true,
    );
    standIn.sagemaker.quotas.delete('ml.g6e.xlarge');
  });

  it('what may not be looked at is said with the statement to add, and the other looks go on', async () => {
    standIn.faults.refuse('DescribeEndpoint', accessDenied);
    for (const action of ['HeadBucket', 'ListObjectsV2']) standIn.faults.refuse(action, accessDenied);
    const { denied } = await look();
    expect(denied.map(({ action }) => action)).toEqual(['s3:ListBucket', 'sagemaker:DescribeEndpoint']);
    for (const { fields } of denied) expect(fields.map(({ path }) => path)).toEqual(['policy']);
  });

  it('without a sign-in there is nothing to find', async () => {
    standIn.faults.add(() => true, { kind: 'refuse', when: 'before', refusal: expired });
    await expect(look()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  });
});
