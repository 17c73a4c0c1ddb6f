import type { Configuration } from '../configuration/configuration.ts';
import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionResult, ModelIdentity } from '../score/result.ts';
import type { EngineReport, ScoreOptions } from '../score/scorer.ts';

/** A model that is loaded, with what it is asked with: all that the server needs of an engine. */
export interface ServedModel {
  model: ModelIdentity;
  engine: EngineReport;
  settings: ScoringSettings;
  /** Where the settings come from. */
  settingsFrom: 'configuration' | 'model default' | 'options';
  configuration: Configuration | null;
  /** Layers that were asked for on the GPU, in words. */
  layersRequested: string;
  /** One call at a time: the caller serialises. @throws Fault as Scorer.score */
  score(
    decisions: Decision[],
    options: Pick<ScoreOptions, 'maxPromptTokens' | 'signal'> & { maxRequestTokens: number },
  ): Promise<DecisionResult[]>;
  /** Resolves when the memory is free. */
  dispose(): Promise<void>;
}
