import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { planDeployment } from './plan-deployment.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { PolicyDocument } from './resource.ts';

const workbench = join(import.meta.dirname, '../..');

/** Actions that our own code asks for, as it names them with each call. */
function askedFor(): string[] {
  const files = ['deployment', 'endpoints'].flatMap((folder) =>
    readdirSync(join(workbench, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => join(workbench, folder, name)),
  );
  const calls = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\.call\(\s*'([a-z0-9-]+:[A-Za-z]+)'/g),
  ]);
  return [...new Set(calls.flatMap(([, action]) => action ?? []))].sort();
}

const full = exampleFacts(
  { scaling: { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 } },
  {},
  {
    model: {
      from: 'hub',
      repository: 'o/n',
      revision: '4'.repeat(40),
      file: 'm.gguf',
      sha256: 'a'.repeat(64),
      bytes: null,
    },
  },
);
const actionsOf = ({ Statement }: PolicyDocument) => Statement.flatMap(({ Action }) => Action);
const policyOf = (facts: PlanFacts, kind: 'execution-role' | 'build-role'): PolicyDocument => {
  const found = planDeployment(facts).resources.find((one) => one.kind === kind);
  if (found?.policies[0] === undefined) throw new Error(`no policy of ${kind}`);
  return found.policies[0].document;
};

describe('the policy of the person who deploys', () => {
  const { document } = planDeployment(full).deployer_policy;

  it('allows every call that is made, but for the one that needs no permission', () => {
    const asked = askedFor();
    expect(asked.length).toBeGreaterThan(30);
    const allowed = new Set(actionsOf(document));
    expect(asked.filter((action) => !allowed.has(action))).toEqual(['sts:GetCallerIdentity']);
  });

  it('names its resources; everything stands only where an action has none', () => {
    const everywhere = document.Statement.filter(({ Resource }) => Resource?.includes('*'));
    expect(everywhere.map(({ Sid }) => Sid)).toEqual(['FindWhatIsThere', 'Scaling', 'ScalingRole']);
    expect(JSON.stringify(document)).not.toMatch(/"[a-z0-9-]+:\*"/);
  });

  it('asks for no more than the plan needs', () => {
    const lean = exampleFacts(
      {
        roles: {
          execution: { role: 'given', arn: 'arn:aws:iam::123456789012:role/a' },
          build: { role: 'given', arn: 'arn:aws:iam::123456789012:role/b' },
        },
        bucket: { bucket: 'given', name: 'artifacts' },
        image: { from: 'uri', uri: `123456789012.dkr.ecr.us-east-1.amazonaws.com/x@sha256:${'a'.repeat(64)}` },
      },
      { image_source_sha256: null },
    );
    const { Statement, Version } = planDeployment(lean).deployer_policy.document;
    const changing = Statement.filter(({ Sid }) => Sid !== 'FindWhatIsThere');
    const actions = actionsOf({ Version, Statement: changing }).join(' ');
    expect(actions).not.toMatch(/iam:CreateRole|s3:CreateBucket|s3:DeleteBucket|codebuild:|ecr:|autoscaling/);
  });
});

describe('the roles', () => {
  it('let the endpoint read its models, pull its image and write its log, and nothing else', () => {
    const { Statement } = policyOf(exampleFacts(), 'execution-role');
    expect(Statement.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [['s3:GetObject'], ['arn:aws:s3:::decision-workbench-123456789012-us-east-1/decision-workbench/models/*']],
      [['s3:ListBucket'], ['arn:aws:s3:::decision-workbench-123456789012-us-east-1']],
      [['ecr:GetAuthorizationToken'], ['*']],
      [
        ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
        ['arn:aws:ecr:us-east-1:123456789012:repository/decision-workbench-cpu'],
      ],
      [
        ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
        [
          'arn:aws:logs:us-east-1:123456789012:log-group:/aws/sagemaker/Endpoints/support-route',
          'arn:aws:logs:us-east-1:123456789012:log-group:/aws/sagemaker/Endpoints/support-route:*',
        ],
      ],
      [['cloudwatch:PutMetricData'], ['*']],
    ]);
  });

  it('read a model elsewhere where it is, and no other', () => {
    const at = (url: string) =>
      policyOf(exampleFacts({ model: { from: 'model-data', url } }), 'execution-role').Statement[0]?.Resource;
    expect(at('s3://there/a/b/')).toEqual(['arn:aws:s3:::there/a/b/*']);
    expect(at('s3://there/a/model.tar.gz')).toEqual(['arn:aws:s3:::there/a/model.tar.gz']);
  });

  it('are taken by one service and for this account', () => {
    const trusts = planDeployment(full).resources.flatMap(({ kind, policies }) =>
      kind.endsWith('-role') ? [policies[1]?.document.Statement[0]] : [],
    );
    expect(trusts.map((one) => one?.Principal)).toEqual([
      { Service: 'sagemaker.amazonaws.com' },
      { Service: 'codebuild.amazonaws.com' },
    ]);
    for (const trust of trusts) {
      expect(trust?.Condition).toEqual({ StringEquals: { 'aws:SourceAccount': '123456789012' } });
    }
  });

  it('write no policy that is too long for a role', () => {
    // IAM: 10,240 characters of inline policies of a role, without white space.
    for (const kind of ['execution-role', 'build-role'] as const) {
      expect(JSON.stringify(policyOf(full, kind)).length).toBeLessThan(10_240);
    }
  });
});
