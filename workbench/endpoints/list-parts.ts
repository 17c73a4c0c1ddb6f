import { BatchGetProjectsCommand, ListProjectsCommand } from '@aws-sdk/client-codebuild';
import { ListRolesCommand, ListRoleTagsCommand } from '@aws-sdk/client-iam';
import { isAwsFault } from '../deployment/aws/aws-fault.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { APPLICATION } from '../deployment/plan/names.ts';
import { tagKeys } from '../deployment/plan/tags.ts';
import { tagsOf } from '../deployment/resources/seen.ts';

/** A role or a build project whose tags say that it is ours. */
export interface TaggedPart {
  kind: 'execution-role' | 'build-role' | 'image-project' | 'model-project';
  name: string;
  arn: string | null;
  tags: Readonly<Record<string, string>>;
}

/** Our names of them: eight digits of the deployment's id, then what it is for. */
const ROLE = /-[0-9a-f]{8}-(execution|build)$/;
const PROJECT = /-[0-9a-f]{8}-(image|model)$/;
/** Projects that one call describes. */
const PROJECTS_AT_ONCE = 100;

/** Something that may be ours and may not be looked at. */
export interface UnreadPart {
  /** What it is, as in `the role triage-099a8057-build`. */
  what: string;
  /** What is not allowed, as in `iam:ListRoleTags`. */
  action: string;
}

/** What is ours, and what may be. */
export interface PartListing {
  parts: TaggedPart[];
  unread: UnreadPart[];
}

/**
 * Roles and build projects of ours. They cost nothing by themselves: who may not look at one of them sees the rest all
 * the same, and is told. Roles belong to the account and not to a region; they are told in the region of their project
 * or endpoint.
 * @throws AwsFault
 */
export async function listParts(aws: Aws, signal: AbortSignal): Promise<PartListing> {
  const unread: UnreadPart[] = [];
  const projects = await readOr('the build projects', unread, [], () => listProjects(aws, signal));
  const roles = await readOr('the roles', unread, [], () => listRoles(aws, unread, signal));
  const parts = [...projects, ...roles].filter(({ tags }) => tags[tagKeys.application] === APPLICATION);
  return { parts, unread };
}

/** What a look finds; where it is not allowed, that is noted and the rest goes on. */
async function readOr<T>(what: string, unread: UnreadPart[], otherwise: T, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!isAwsFault(error, 'denied')) throw error;
    unread.push({ what, action: error.action });
    return otherwise;
  }
}

async function listRoles(aws: Aws, unread: UnreadPart[], signal: AbortSignal): Promise<TaggedPart[]> {
  const parts: TaggedPart[] = [];
  let Marker: string | undefined;
  do {
    const page = await aws.call('iam:ListRoles', signal, (options) =>
      aws.iam().send(new ListRolesCommand({ MaxItems: 1000, Marker }), options),
    );
    for (const { RoleName = '', Arn = '' } of page.Roles ?? []) {
      const purpose = ROLE.exec(RoleName)?.[1];
      if (purpose === undefined) continue;
      const tags = await readOr(`the role ${RoleName}`, unread, {}, () => tagsOfRole(aws, RoleName, signal));
      parts.push({ kind: purpose === 'execution' ? 'execution-role' : 'build-role', name: RoleName, arn: Arn, tags });
    }
    Marker = page.IsTruncated ? page.Marker : undefined;
  } while (Marker !== undefined);
  return parts;
}

async function tagsOfRole(aws: Aws, RoleName: string, signal: AbortSignal): Promise<TaggedPart['tags']> {
  try {
    const { Tags } = await aws.call('iam:ListRoleTags', signal, (options) =>
      aws.iam().send(new ListRoleTagsCommand({ RoleName, MaxItems: 100 }), options),
    );
    return tagsOf(Tags);
  } catch (error) {
    if (isAwsFault(error, 'absent')) return {};
    throw error;
  }
}

async function listProjects(aws: Aws, signal: AbortSignal): Promise<TaggedPart[]> {
  const names: string[] = [];
  let nextToken: string | undefined;
  do {
    const page = await aws.call('codebuild:ListProjects', signal, (options) =>
      aws.codebuild().send(new ListProjectsCommand({ nextToken }), options),
    );
    names.push(...(page.projects ?? []).filter((name) => PROJECT.test(name)));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  const parts: TaggedPart[] = [];
  for (let from = 0; from < names.length; from += PROJECTS_AT_ONCE) {
    const some = names.slice(from, from + PROJECTS_AT_ONCE);
    const { projects = [] } = await aws.call('codebuild:BatchGetProjects', signal, (options) =>
      aws.codebuild().send(new BatchGetProjectsCommand({ names: some }), options),
    );
    for (const { name = '', arn = null, tags = [] } of projects) {
      const kind = PROJECT.exec(name)?.[1] === 'image' ? 'image-project' : 'model-project';
      parts.push({ kind, name, arn, tags: tagsOf(tags.map(({ key, value }) => ({ Key: key, Value: value }))) });
    }
  }
  return parts;
}
