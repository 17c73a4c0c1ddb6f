import { ACCOUNT } from '../account.ts';
import { type AwsCall, type AwsInput, AwsRefusal, type AwsReply, textOf } from '../aws-call.ts';
import { queryReply } from '../replies.ts';
import { addTags, type Item, Shelf, type Tag } from '../shelf.ts';
import type { XmlValue } from '../xml.ts';

export interface Role extends Item {
  trust: string;
  /** Inline policies by name. */
  policies: Map<string, string>;
  attached: Set<string>;
}

/** Roles of the account, with inline and attached policies. */
export class Iam {
  readonly roles = new Shelf<Role>();

  answer(call: AwsCall): AwsReply {
    return queryReply(call, this.act(call.action, call.input));
  }

  private role(input: AwsInput): Role {
    const name = textOf(input, 'RoleName');
    const words = `The role with name ${name} cannot be found.`;
    return this.roles.get('', name, () => new AwsRefusal('NoSuchEntity', words, 404));
  }

  private act(action: string, input: AwsInput): XmlValue {
    if (action === 'CreateRole') return { Role: describe(this.create(input)) };
    if (action === 'ListRoles') return { IsTruncated: false, Roles: { member: this.roles.items.map(describe) } };
    const role = this.role(input);
    switch (action) {
      case 'GetRole':
        return { Role: { ...describe(role), Tags: { member: role.tags } } };
      case 'UpdateAssumeRolePolicy':
        role.trust = json(textOf(input, 'PolicyDocument'));
        return {};
      case 'TagRole':
        addTags(role.tags, tagsOf(input));
        return {};
      case 'ListRoleTags':
        return { IsTruncated: false, Tags: { member: role.tags } };
      case 'PutRolePolicy':
        role.policies.set(textOf(input, 'PolicyName'), json(textOf(input, 'PolicyDocument')));
        return {};
      case 'GetRolePolicy': {
        const PolicyName = textOf(input, 'PolicyName');
        const document = role.policies.get(PolicyName);
        if (document === undefined) throw noPolicy(PolicyName);
        return { RoleName: role.name, PolicyName, PolicyDocument: encodeURIComponent(document) };
      }
      case 'ListRolePolicies':
        return { IsTruncated: false, PolicyNames: { member: [...role.policies.keys()] } };
      case 'DeleteRolePolicy':
        if (!role.policies.delete(textOf(input, 'PolicyName'))) throw noPolicy(textOf(input, 'PolicyName'));
        return {};
      case 'AttachRolePolicy':
        role.attached.add(textOf(input, 'PolicyArn'));
        return {};
      case 'DetachRolePolicy':
        role.attached.delete(textOf(input, 'PolicyArn'));
        return {};
      case 'ListAttachedRolePolicies': {
        const member = [...role.attached].map((PolicyArn) => ({ PolicyName: PolicyArn.split('/').at(-1), PolicyArn }));
        return { IsTruncated: false, AttachedPolicies: { member } };
      }
      case 'ListInstanceProfilesForRole':
        return { IsTruncated: false, InstanceProfiles: {} };
      case 'DeleteRole':
        if (role.policies.size > 0 || role.attached.size > 0) {
          throw new AwsRefusal('DeleteConflict', 'Cannot delete entity, must delete policies first.', 409);
        }
        this.roles.remove(role);
        return {};
      default:
        throw new AwsRefusal('InvalidAction', `No such operation: ${action}`);
    }
  }

  private create(input: AwsInput): Role {
    const name = textOf(input, 'RoleName');
    if (!/^[\w+=,.@-]{1,64}$/.test(name)) {
      throw new AwsRefusal('ValidationError', `Value '${name}' at 'roleName' failed to satisfy constraint`);
    }
    if (this.roles.find('', name) !== undefined) {
      throw new AwsRefusal('EntityAlreadyExists', `Role with name ${name} already exists.`, 409);
    }
    const path = textOf(input, 'Path') || '/';
    return this.roles.add({
      name,
      region: '',
      arn: `arn:aws:iam::${ACCOUNT}:role${path}${name}`,
      input,
      created: 0,
      tags: tagsOf(input),
      trust: json(textOf(input, 'AssumeRolePolicyDocument')),
      policies: new Map(),
      attached: new Set(),
    });
  }
}

/** `Name.member.1.Key`, as the query protocol writes lists of records. */
export function members(input: AwsInput, name: string, field = ''): string[] {
  const values: string[] = [];
  for (let index = 1; ; index += 1) {
    const value = input[`${name}.member.${index}${field}`];
    if (typeof value !== 'string') return values;
    values.push(value);
  }
}

function tagsOf(input: AwsInput): Tag[] {
  const values = members(input, 'Tags', '.Value');
  return members(input, 'Tags', '.Key').map((Key, index) => ({ Key, Value: values[index] ?? '' }));
}

function json(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new AwsRefusal('MalformedPolicyDocument', 'This policy contains invalid Json');
  }
}

function noPolicy(name: string): AwsRefusal {
  return new AwsRefusal('NoSuchEntity', `The role policy with name ${name} cannot be found.`, 404);
}

function describe(role: Role): Record<string, XmlValue> {
  return {
    Path: textOf(role.input, 'Path') || '/',
    RoleName: role.name,
    RoleId: 'AROAEXAMPLE',
    Arn: role.arn,
    CreateDate: '2026-01-01T00:00:00Z',
    AssumeRolePolicyDocument: encodeURIComponent(role.trust),
    MaxSessionDuration: 3600,
  };
}
