import type { Configuration } from '../../adapter/configuration/configuration.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import { Fault } from '../../adapter/fault.ts';
import type { ServedModel } from '../../adapter/server/served-model.ts';
import type { EngineState } from '../contract/models.ts';
import type { EngineOwner } from '../engine/owner.ts';

export type Ready = Extract<EngineState, { status: 'ready' }>;

/** How callers are answered. */
export interface ServedWith extends Pick<ServedModel, 'settingsFrom' | 'layersRequested'> {
  settings: ScoringSettings;
  configuration: Configuration | null;
}

/** The owner's model for the server: callers take their turn like everybody, and only while this model is loaded. */
export function serveLoaded(engine: EngineOwner, ready: Ready, how: ServedWith): ServedModel {
  const { settings, configuration } = how;
  return {
    ...how,
    model: ready.model,
    engine: ready.report,
    score: (decisions, run) =>
      engine.score(
        decisions,
        // asked at this score's turn: what is loaded then is what would score
        () => {
          if (!isLoaded(engine.state(), ready)) throw anotherModel(ready);
          return settings;
        },
        { ...run, configuration, quiet: true },
      ),
    // the owner is closed by who opened it
    dispose: async () => undefined,
  };
}

/** Whether what is loaded gives the numbers that were promised. */
export function isLoaded(state: EngineState, { model, report }: Ready): boolean {
  return (
    state.status === 'ready' &&
    state.model.sha256 === model.sha256 &&
    state.report.flashAttention === report.flashAttention &&
    state.report.contextTokens === report.contextTokens
  );
}

function anotherModel({ model }: Ready): Fault {
  return new Fault('NO_MODEL', `${model.file} is not the model that is loaded now.`, 'Try again when it is.');
}
