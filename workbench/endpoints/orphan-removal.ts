import { asFault, type FaultData } from '../../adapter/fault.ts';
import type { Removal } from '../contract/deployments.ts';
import { isAwsFault } from '../deployment/aws/aws-fault.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { endpointNameIn } from '../deployment/plan/names.ts';
import { isRemoved, removalOf, removalOrder } from '../deployment/plan/removal.ts';
import type { ResourceKind, UndoChoice } from '../deployment/plan/resource.ts';
import { isOurs, whose } from '../deployment/steps/prove-ours.ts';
import { stopBuilds } from '../deployment/steps/run-build.ts';
import { removableOf } from '../deployment/undo/remove-resource.ts';
import { endpointLogGroup } from './read-endpoint-log.ts';
import { endpointOf, type Group } from './survey.ts';

/** One thing of an orphan. What the services made themselves has no tags: its exact name follows from what has. */
interface OrphanThing {
  kind: ResourceKind;
  name: string;
  removal: ReturnType<typeof removalOf>;
}

/**
 * What goes before the rest: the endpoint, and what is known by the name of something that has tags. The tagged things
 * whose names tell it go last, so that what a kill leaves is found again.
 */
const FIRST: readonly ResourceKind[] = ['scaling', 'endpoint', 'log-group', 'model-project', 'image-project'];

/** Everything of an orphan, in the order in which it is removed. */
function thingsOf(group: Group): OrphanThing[] {
  const endpoint = endpointOf(group);
  const logs = [
    ...endpointNames(group).map(endpointLogGroup),
    ...group.parts.flatMap(({ kind, name }) => (kind.endsWith('-project') ? [`${BUILD_LOGS}${name}`] : [])),
  ];
  const named: { kind: ResourceKind; name: string }[] = [
    ...(endpoint === null ? [] : [{ kind: 'scaling' as const, name: endpoint.name }]),
    ...group.things,
    ...group.parts,
    ...logs.map((name) => ({ kind: 'log-group' as const, name })),
  ];
  const ordered = removalOrder(
    named.map(({ kind, name }) => ({ kind, name, removal: removalOf(kind, kind === 'log-group' ? 'service' : 'own') })),
  );
  const first = FIRST.flatMap((kind) => ordered.filter((thing) => thing.kind === kind));
  return [...first, ...ordered.filter(({ kind }) => !FIRST.includes(kind))];
}

/** Of the endpoint that is there, else of the one that the names of what hung on it tell. */
function endpointNames(group: Group): string[] {
  const endpoint = endpointOf(group);
  if (endpoint !== null) return [endpoint.name];
  const hung = group.things.map(({ name }) => endpointNameIn(name)).filter((name) => name !== null);
  return [...new Set(hung)];
}

/** What removing an orphan with these choices would do. */
export function listOrphanRemovals(group: Group, choices: readonly UndoChoice[]): Removal[] {
  return thingsOf(group).map(({ kind, name, removal }) => {
    const goes = isRemoved(removal, choices);
    const sentence = goes ? removal.sentence : 'It stays: its removal was not asked for.';
    return { key: `${kind}/${name}`, kind, name, action: goes ? 'remove' : 'keep', sentence };
  });
}

/** What needs the endpoint to be gone first. */
const BEHIND_ENDPOINT: readonly ResourceKind[] = ['endpoint-config', 'model', 'execution-role'];

/**
 * Removes an orphan as far as it was asked for. Each thing is looked at once more before it goes: only what its tags
 * prove to be ours does. What cannot go is named with its reason, and the rest goes on.
 */
export async function removeOrphan(
  aws: Aws,
  group: Group,
  choices: readonly UndoChoice[],
  signal: AbortSignal,
): Promise<{ removals: Removal[]; faults: FaultData[] }> {
  const removals: Removal[] = [];
  const faults: FaultData[] = [];
  let endpointStays = false;
  for (const thing of thingsOf(group)) {
    const { kind, name, removal } = thing;
    const about = { key: `${kind}/${name}`, kind, name };
    const keep = (sentence: string) => removals.push({ ...about, action: 'keep', sentence });
    if (!isRemoved(removal, choices)) keep('It stays: its removal was not asked for.');
    else if (endpointStays && BEHIND_ENDPOINT.includes(kind)) keep('It stays, since the endpoint is still there.');
    else {
      try {
        const outcome = await removeOne(aws, thing, group, signal);
        removals.push({ ...about, ...outcome });
      } catch (error) {
        const fault = asFault(error);
        endpointStays ||= kind === 'endpoint';
        keep(`It could not be removed. ${fault.message}`);
        faults.push(fault.toData());
      }
    }
  }
  return { removals, faults };
}

async function removeOne(
  aws: Aws,
  { kind, name }: OrphanThing,
  group: Group,
  signal: AbortSignal,
): Promise<Pick<Removal, 'action' | 'sentence'>> {
  const gone = { action: 'gone', sentence: 'It was gone already.' } as const;
  const removable = removableOf(aws, signal, { kind, name }, '');
  const seen = await removable.look();
  if (seen === null) return gone;
  if (!isOurs({ ownership: group.deployment_id === null ? 'shared' : 'own' }, group.deployment_id ?? '', seen.tags)) {
    return { action: 'keep', sentence: `It was left alone: ${whose(seen.tags)}.` };
  }
  try {
    const project = kind === 'log-group' ? projectOfLog(name) : null;
    // What builds would make its log anew.
    if (project !== null) await stopBuilds(aws, project, signal);
    await removable.remove();
    return { action: 'remove', sentence: 'It was removed.' };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return gone;
    throw error;
  }
}

const BUILD_LOGS = '/aws/codebuild/';

function projectOfLog(name: string): string | null {
  return name.startsWith(BUILD_LOGS) ? name.slice(BUILD_LOGS.length) : null;
}
