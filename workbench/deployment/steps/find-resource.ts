import { Fault } from '../../../adapter/fault.ts';
import type { Plan } from '../plan/plan.ts';
import type { ResourceKind, ResourceOf } from '../plan/resource.ts';

/** The plan's resource of a kind; null when it has none. */
export function findResource<K extends ResourceKind>(plan: Plan, kind: K): ResourceOf<K> | null {
  const isOfKind = (resource: Plan['resources'][number]): resource is ResourceOf<K> => resource.kind === kind;
  return plan.resources.find(isOfKind) ?? null;
}

/** All of the plan's resources of a kind, in their order. */
export function resourcesOf<K extends ResourceKind>(plan: Plan, kind: K): ResourceOf<K>[] {
  const isOfKind = (resource: Plan['resources'][number]): resource is ResourceOf<K> => resource.kind === kind;
  return plan.resources.filter(isOfKind);
}

/** @throws Fault INVALID_REQUEST for a plan without one */
export function needResource<K extends ResourceKind>(plan: Plan, kind: K): ResourceOf<K> {
  const found = findResource(plan, kind);
  if (found !== null) return found;
  throw new Fault('INVALID_REQUEST', `The plan has no ${kind}.`, 'Plan the deployment again.');
}
