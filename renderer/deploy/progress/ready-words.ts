import type { ReadyReport } from '../../../workbench/contract/deployments.ts';

/** What the container said of itself: its device, and the layers that are on it. */
export function readyWords({ device, layers_offloaded, layers_total, threads, engine }: ReadyReport): string {
  const layers =
    layers_offloaded === null || layers_total === null
      ? null
      : layers_offloaded === layers_total && layers_total > 0
        ? `all ${layers_total} layers on it`
        : `${layers_offloaded} of ${layers_total} layers on it`;
  return [
    device ?? 'a device that it does not name',
    layers_offloaded === 0 ? null : layers,
    threads === null ? null : `${threads} ${threads === 1 ? 'thread' : 'threads'}`,
    engine,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
