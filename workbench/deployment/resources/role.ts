import {
  CreateRoleCommand,
  type CreateRoleCommandInput,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  GetRoleCommand,
  ListRolePoliciesCommand,
  PutRolePolicyCommand,
  type PutRolePolicyCommandInput,
} from '@aws-sdk/client-iam';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { type Seen, tagsOf } from './seen.ts';

/** The name of a role in its ARN: what follows the last `/`. */
export function roleNameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

export async function lookAtRole(aws: Aws, name: string, signal: AbortSignal): Promise<Seen | null> {
  try {
    const { Role } = await aws.call('iam:GetRole', signal, (options) =>
      aws.iam().send(new GetRoleCommand({ RoleName: name }), options),
    );
    return { tags: tagsOf(Role?.Tags), facts: { arn: Role?.Arn ?? null }, differs: null };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

/** @returns its ARN */
export async function createRole(aws: Aws, input: CreateRoleCommandInput, signal: AbortSignal): Promise<string | null> {
  const { Role } = await aws.call('iam:CreateRole', signal, (options) =>
    aws.iam().send(new CreateRoleCommand(input), options),
  );
  return Role?.Arn ?? null;
}

/** What the role may do. Writing it again changes nothing. */
export async function allowRole(aws: Aws, input: PutRolePolicyCommandInput, signal: AbortSignal): Promise<void> {
  await aws.call('iam:PutRolePolicy', signal, (options) => aws.iam().send(new PutRolePolicyCommand(input), options));
}

/** Removes a role with the policies that are written into it. @throws AwsFault `in-use` when others were attached */
export async function removeRole(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  const { PolicyNames = [] } = await aws.call('iam:ListRolePolicies', signal, (options) =>
    aws.iam().send(new ListRolePoliciesCommand({ RoleName: name }), options),
  );
  for (const PolicyName of PolicyNames) {
    await aws.call('iam:DeleteRolePolicy', signal, (options) =>
      aws.iam().send(new DeleteRolePolicyCommand({ RoleName: name, PolicyName }), options),
    );
  }
  await aws.call('iam:DeleteRole', signal, (options) =>
    aws.iam().send(new DeleteRoleCommand({ RoleName: name }), options),
  );
}
