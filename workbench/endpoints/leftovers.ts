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
  const journalled = (known?.resources ?? [])
    .filter(({ key, state }) => PRESENT.includes(state) && ownershipOf(group, key) !== 'given')
    // What SageMaker does not list any more is gone, whatever the journal last knew.
    .filter(({ kind }) => !['endpoint', 'endpoint-config', 'model', 'scaling'].includes(kind))
    .map(({ kind, name, arn, costs }) => ({ ...place, kind, name, arn, costs }));
  const seen = new Set<string>();
  return [...tagged, ...journalled].filter(({ kind, name }) => {
    const key = `${kind} ${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function ownershipOf({ known }: Group, key: string): string | null {
  return known?.plan.resources.find((resource) => resource.key === key)?.ownership ?? null;
}
