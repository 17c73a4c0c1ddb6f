import type { DeploymentLogLine } from '../../../workbench/contract/deployments.ts';

/**
 * Lines with further ones among them: by position, each once, whichever way it came, and of too many the last.
 * @param most lines that are kept
 */
export function addLines(
  known: readonly DeploymentLogLine[],
  more: readonly DeploymentLogLine[],
  most: number,
): readonly DeploymentLogLine[] {
  const last = known.at(-1)?.at ?? -1;
  const first = more[0];
  if (first === undefined) return known;
  // The usual case: they follow what is there.
  const joined =
    first.at > last
      ? [...known, ...more]
      : [...new Map([...known, ...more].map((line) => [line.at, line])).values()].sort(
          (one, other) => one.at - other.at,
        );
  return joined.length > most ? joined.slice(-most) : joined;
}
