import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { EngineOwner, LoadedWith } from '../engine/owner.ts';

/** The engine while runs use it: what a person had loaded is remembered and given back. */
export interface EngineLoan {
  /** Sees to it that the file is loaded with these settings; nothing happens when it is. @throws what EngineOwner.load throws */
  load(path: string, settings: EngineSettings, run: { job: string; signal: AbortSignal }): Promise<void>;
  /** The file that a person had loaded before the runs; null when it is loaded still, or when there was none. Told once. */
  takeBack(): string | null;
  /** The same, as often as it is asked for. */
  displaced(): string | null;
}

export function createEngineLoan(engine: EngineOwner): EngineLoan {
  /** Loaded by a run. */
  let ours: LoadedWith | null = null;
  let before: string | null = null;
  return {
    async load(path, settings, { job, signal }) {
      const present = engine.loadedWith();
      if (present !== null && present !== ours) before = null;
      if (present?.path === path && equalSettings(present.settings, settings)) return;
      if (present !== null && present !== ours) before = present.path;
      await engine.load(path, settings, { job, signal, onProgress: () => undefined });
      ours = engine.loadedWith();
    },
    displaced: () => before,
    takeBack() {
      const path = before;
      before = null;
      const present = engine.loadedWith();
      // Somebody loaded another one meanwhile: that is what they want.
      return present === null || present === ours ? path : null;
    },
  };
}

function equalSettings(a: EngineSettings, b: EngineSettings): boolean {
  return (
    a.gpuLayers === b.gpuLayers && a.threads === b.threads && a.contextTokens === b.contextTokens && a.mode === b.mode
  );
}
