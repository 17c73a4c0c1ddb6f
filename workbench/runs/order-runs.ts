import type { Run } from '../contract/runs.ts';

/**
 * The order in which runs are queued: those of one model file follow one another, and of these those with equal engine
 * settings, so that each file is loaded as seldom as can be. Otherwise as given.
 */
export function orderRuns<T extends Pick<Run, 'configuration'>>(runs: readonly T[]): T[] {
  const files = new Map<string, Map<string, T[]>>();
  for (const run of runs) {
    const { model_path, engine } = run.configuration;
    const bySettings = files.get(model_path) ?? new Map<string, T[]>();
    files.set(model_path, bySettings);
    const key = JSON.stringify([engine.gpuLayers, engine.threads, engine.contextTokens, engine.mode]);
    bySettings.set(key, [...(bySettings.get(key) ?? []), run]);
  }
  return [...files.values()].flatMap((bySettings) => [...bySettings.values()].flat());
}
