import type { Leftover } from '../contract/endpoints.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { endpointOf, type Group } from './survey.ts';

/** What is there, or may be, as far as the journal knows. */
const PRESENT = ['made', 'adopted', 'unsure', 'not-removed'];

/** What is ours in a group and hangs on no endpoint that exists. While a deployment is at work nothing of it is left over. */
export function leftoversOf(group: Group, { region, profile }: Pick<Aws, 'region' | 'profile'>): Leftover[] {
  const { known, deployment_id } = group;
  if (endpointOf(group) !== null || known?.state === 'running' || known?.state === 'undoing') return [];
  const place = { region, profile, deployment_id };
  const tagged = [
    ...group.things.map(({ kind, name, arn }) => ({ ...place, kind, name, arn, costs: false })),
    ...group.parts.map(({ kind, name, arn }) => ({ ...place, kind, name, arn, costs: false })),
  ];
  const journalled = journalledOf(group).map(({ kind, name, arn, costs }) => ({ ...place, kind, name, arn, costs }));
  const seen = new Set<string>();
  return [...tagged, ...journalled].filter(({ kind, name }) => {
    const key = `${kind} ${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What the journal says may be there beside what SageMaker lists: what that does not list any more is gone. */
function journalledOf(group: Group) {
  return (group.known?.resources ?? [])
    .filter(({ key, state }) => PRESENT.includes(state) && ownershipOf(group, key) !== 'given')
    .filter(({ kind }) => !['endpoint', 'endpoint-config', 'model', 'scaling'].includes(kind));
}

/** Whether anything of a group is there, or may be. */
export function hasAnything(group: Group): boolean {
  return group.things.length + group.parts.length + journalledOf(group).length > 0;
}

function ownershipOf({ known }: Group, key: string): string | null {
  return known?.plan.resources.find((resource) => resource.key === key)?.ownership ?? null;
}
