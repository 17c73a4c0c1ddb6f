import { instanceTypes } from './instance-types.ts';
import type { Instances, Scaling, Target } from './target.ts';

/** Instance types in the order in which they are tried. */
export function typesOf(instances: Instances): string[] {
  if (instances.kind === 'one') return [instances.type];
  return [...instances.pools].sort((a, b) => a.priority - b.priority).map(({ type }) => type);
}

export function mostInstances(scaling: Scaling): number {
  return scaling.kind === 'fixed' ? scaling.count : scaling.max;
}

export function fewestInstances(scaling: Scaling): number {
  return scaling.kind === 'fixed' ? scaling.count : scaling.min;
}

/** Threads of the engine: as chosen, else the vCPUs of the type that has the fewest; null when nobody knows them. */
export function threadsOf({ threads, instances }: Pick<Target, 'threads' | 'instances'>): number | null {
  if (threads !== null) return threads;
  const vcpus = typesOf(instances).map((type) => instanceTypes[type]?.vcpus ?? null);
  return vcpus.reduce<number | null>(
    (fewest, one) => (fewest === null || one === null ? null : Math.min(fewest, one)),
    Number.POSITIVE_INFINITY,
  );
}
