import type { Group } from './survey.ts';

/** Names end in eight digits of the deployment's id, and after an update in its number. */
const REVISION = /-[0-9a-f]{8}(?:-(\d+))?$/;

function revisionOf(name: string): number | null {
  const found = REVISION.exec(name);
  return found === null ? null : Number(found[1] ?? 0);
}

/** The endpoint configuration that a roll-back returns to: of the same deployment, the last before the one in use. */
export function previousConfig({ things }: Pick<Group, 'things'>, current: string | null): string | null {
  const now = current === null ? null : revisionOf(current);
  if (now === null) return null;
  const before = things
    .filter(({ kind }) => kind === 'endpoint-config')
    .map(({ name }) => ({ name, revision: revisionOf(name) ?? Number.POSITIVE_INFINITY }))
    .filter(({ revision }) => revision < now)
    .toSorted((a, b) => b.revision - a.revision);
  return before[0]?.name ?? null;
}
