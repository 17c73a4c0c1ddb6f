import type { readDevices } from '../../adapter/engine/read-devices.ts';
import { readHeader } from '../../adapter/gguf/read-header.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { MeasuredLoad } from '../models/file-index.ts';
import { estimateMemory, sumParts } from '../models/fit/estimate-memory.ts';
import { nativeMemory } from '../models/fit/native-memory.ts';

export interface LoadMeasure {
  /** What loading took since the measure began, beside what was estimated for it; null when nothing can be said. */
  end(path: string, settings: EngineSettings, gpuLayers: number, at: Date): Promise<MeasuredLoad | null>;
}

/** Begins to measure what a load takes. Other work of the process is in it too: the caller sees that there is none. */
export async function beginMeasure(
  settings: EngineSettings,
  devices: typeof readDevices | undefined,
): Promise<LoadMeasure> {
  // Without GPU layers the GPU is not even asked.
  const gpuFree = async (): Promise<number> =>
    devices === undefined || settings.gpuLayers === 0 ? 0 : ((await devices()).gpu?.free ?? 0);
  const freeBefore = await gpuFree();
  const memoryBefore = nativeMemory();
  return {
    async end(path, { contextTokens, mode }, gpuLayers, at) {
      const memory = nativeMemory() - memoryBefore;
      const gpu = Math.max(0, freeBefore - (await gpuFree()));
      const header = await readHeader(path).catch(() => null);
      if (header === null || memory <= 0) return null;
      const estimate = estimateMemory(header, { contextTokens, gpuLayers, mode });
      return {
        memory,
        gpu,
        // Main memory for computing is touched by the first score only.
        estimatedMemory: sumParts({ ...estimate.memory, compute: 0 }),
        estimatedGpu: sumParts(estimate.gpu),
        contextTokens,
        gpuLayers,
        at: at.toISOString(),
      };
    },
  };
}
