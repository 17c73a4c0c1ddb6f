import type { Deployment } from '../contract/deployments.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { tagKeys } from '../deployment/plan/tags.ts';
import { listParts, type TaggedPart, type UnreadPart } from './list-parts.ts';
import { listSageMaker, type TaggedThing } from './list-sagemaker.ts';

/** What belongs together: one deployment's, or one thing of ours without a deployment's tag. */
export interface Group {
  /** The tag's; null for a thing without. */
  deployment_id: string | null;
  /** As the journal has it; null for an orphan. */
  known: Deployment | null;
  /** Of SageMaker, by their tags. */
  things: TaggedThing[];
  /** Roles and build projects, by their tags. */
  parts: TaggedPart[];
}

/** Everything that the tags prove to be ours in one region, and everything that the journal knows there. */
export interface Survey {
  aws: Aws;
  groups: Group[];
  /** Endpoints whose tags may not be read: ours may be among them. */
  unread: string[];
  /** Roles and build projects that may not be looked at. */
  unreadParts: UnreadPart[];
}

/** @throws AwsFault when the region cannot be asked */
export async function surveyRegion(aws: Aws, deployments: readonly Deployment[], signal: AbortSignal): Promise<Survey> {
  const { things, unread } = await listSageMaker(aws, signal);
  const { parts, unread: unreadParts } = await listParts(aws, signal);
  const groups = new Map<string, Group>();
  const groupOf = (tags: Readonly<Record<string, string>>, arn: string): Group => {
    const deployment_id = tags[tagKeys.deployment] ?? null;
    const key = deployment_id ?? arn;
    const known = deployments.find(({ id }) => id === deployment_id) ?? null;
    const group = groups.get(key) ?? { deployment_id, known, things: [], parts: [] };
    groups.set(key, group);
    return group;
  };
  for (const known of deployments) {
    const { target } = known.plan;
    if (target.region !== aws.region || target.profile !== aws.profile) continue;
    groups.set(known.id, { deployment_id: known.id, known, things: [], parts: [] });
  }
  for (const thing of things) groupOf(thing.tags, thing.arn).things.push(thing);
  for (const part of parts) groupOf(part.tags, part.name).parts.push(part);
  // A role belongs to the account and does not say in which region it is used: by itself it is no proof of a leftover.
  const here = [...groups.values()].filter(
    (group) =>
      isHere(group, aws) || group.things.length > 0 || group.parts.some(({ kind }) => kind.endsWith('-project')),
  );
  return { aws, groups: here, unread, unreadParts };
}

/** Whether the journal says that a group's deployment is in this region, with this profile. */
function isHere({ known }: Group, { region, profile }: Pick<Aws, 'region' | 'profile'>): boolean {
  return known !== null && known.plan.target.region === region && known.plan.target.profile === profile;
}

/** The endpoint of a group; a deployment has one. */
export function endpointOf({ things }: Group): TaggedThing | null {
  return things.find(({ kind }) => kind === 'endpoint') ?? null;
}
