import { describeResource } from './describe-resource.ts';
import type { Listed } from './list-resources.ts';
import { imageRepositoryArn } from './place-image.ts';
import { buildPolicy, executionPolicy, trustPolicy } from './policies.ts';
import type { PolicyDocument, Resource } from './resource.ts';
import { asTagList } from './tags.ts';

/** The two roles; that of the builds only when something is built. */
export function listRoles(listed: Listed): Resource[] {
  const { facts, names, arns, image, model, roles, projects, tags } = listed;
  const { execution, build } = facts.target.roles;
  const may = executionPolicy({ facts, names, arns, model, repositoryArn: imageRepositoryArn(facts, image) });
  const trust = trustPolicy('sagemaker', facts.account.id);
  const made: Resource[] = [
    {
      ...describeResource('execution-role', {
        name: execution.role === 'given' ? nameOf(execution.arn) : names.executionRole,
        arn: roles.execution,
        ownership: execution.role === 'given' ? 'given' : 'own',
        why: 'The endpoint takes it to read the model, pull the image and write its log.',
        tags: execution.role === 'given' ? {} : tags,
        policies: policies(may, trust, execution.role === 'given'),
      }),
      input: execution.role === 'given' ? null : roleInput(names.executionRole, trust, may, listed),
    },
  ];
  if (projects.length === 0) return made;
  const buildMay = buildPolicy(names, arns, projects);
  const buildTrust = trustPolicy('codebuild', facts.account.id);
  made.push({
    ...describeResource('build-role', {
      name: build.role === 'given' ? nameOf(build.arn) : names.buildRole,
      arn: roles.build,
      ownership: build.role === 'given' ? 'given' : 'own',
      why: 'The builds take it to read the source and to write what they make.',
      tags: build.role === 'given' ? {} : tags,
      policies: policies(buildMay, buildTrust, build.role === 'given'),
    }),
    input: build.role === 'given' ? null : roleInput(names.buildRole, buildTrust, buildMay, listed),
  });
  return made;
}

/** Two names in turn: the plan before keeps what it may, for the way back, and no role gathers policies. */
const POLICY_NAMES = ['decision-workbench', 'decision-workbench-update'] as const;

function roleInput(
  RoleName: string,
  trust: PolicyDocument,
  may: PolicyDocument,
  { tags, facts: { revision } }: Listed,
) {
  const PolicyName = POLICY_NAMES[revision % 2 === 0 ? 0 : 1];
  return {
    role: {
      RoleName,
      Description: 'Made by Decision Workbench for one deployment',
      AssumeRolePolicyDocument: JSON.stringify(trust),
      Tags: asTagList(tags),
    },
    policy: { RoleName, PolicyName, PolicyDocument: JSON.stringify(may) },
  };
}

function policies(may: PolicyDocument, trust: PolicyDocument, given: boolean) {
  return [
    { title: given ? 'What it needs to be allowed' : 'What it may do', document: may },
    { title: given ? 'Who needs to be allowed to take it' : 'Who may take it', document: trust },
  ];
}

/** The name of a role in its ARN: what follows the last `/`. */
function nameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}
