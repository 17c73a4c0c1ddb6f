import type { DeploymentState } from '../journal/fold-journal.ts';
import { mayBeThere } from '../view-deployment.ts';
import type { UsedElsewhere } from './list-removals.ts';

/** Whether another deployment of ours uses a shared thing still, in words. */
export function usedElsewhere(states: ReadonlyMap<string, DeploymentState>, self: string): UsedElsewhere {
  return ({ key, kind, name, ownership }) => {
    // What holds others goes when it is empty, whoever made it.
    if (ownership !== 'shared' || kind === 'bucket' || kind === 'repository') return null;
    for (const [id, { plan, resources }] of states) {
      const record = id === self ? undefined : resources.get(key);
      if (plan === null || record === undefined || !mayBeThere(record) || record.resource.name !== name) continue;
      return `It stays: the endpoint ${plan.target.name} uses it too.`;
    }
    return null;
  };
}
