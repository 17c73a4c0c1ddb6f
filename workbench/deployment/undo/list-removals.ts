import type { Removal } from '../../contract/deployments.ts';
import type { DeploymentState, ResourceRecord } from '../journal/fold-journal.ts';
import { isRemoved, removalOrder } from '../plan/removal.ts';
import type { Resource, UndoChoice } from '../plan/resource.ts';

/** Says in words why a shared thing is needed still; null when nobody else needs it. */
export type UsedElsewhere = (resource: Resource) => string | null;

/** The records of everything that was begun, in the order in which an undo goes. */
export function recordsToUndo(state: DeploymentState): ResourceRecord[] {
  const begun = [...state.resources.values()].filter(({ presence }) => presence !== 'not-made');
  const byKey = new Map(begun.map((record) => [record.resource.key, record]));
  return removalOrder(begun.map(({ resource }) => resource)).flatMap(({ key }) => byKey.get(key) ?? []);
}

/** What an undo with these choices would do; nothing is asked of AWS. */
export function listRemovals(
  state: DeploymentState,
  choices: readonly UndoChoice[],
  usedElsewhere: UsedElsewhere,
): Removal[] {
  return recordsToUndo(state).map(({ resource, presence }): Removal => {
    const { key, kind, name, removal } = resource;
    const about = { key, kind, name };
    if (presence === 'gone') return { ...about, action: 'gone', sentence: 'It is gone already.' };
    if (!isRemoved(removal, choices)) {
      const sentence = removal.when === 'never' ? removal.sentence : 'It stays: its removal was not asked for.';
      return { ...about, action: 'keep', sentence };
    }
    const user = usedElsewhere(resource);
    if (user !== null) return { ...about, action: 'keep', sentence: user };
    return { ...about, action: 'remove', sentence: removal.sentence };
  });
}
