import type { Configuration, ScoringConfiguration } from '../../adapter/configuration/configuration.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import type { readDevices } from '../../adapter/engine/read-devices.ts';
import type { Fault } from '../../adapter/fault.ts';
import type { openScorer } from '../../adapter/score/open-scorer.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import type { EngineSettings, PromptReport, ScoreProgress } from '../../adapter/score/scorer.ts';
import type { EngineState } from '../contract/models.ts';
import type { Host } from '../host.ts';
import type { ModelOrigin } from '../models/download/model-origin.ts';
import type { FileIndex } from '../models/file-index.ts';
import type { LoadMarker } from './load-marker.ts';

/** Complete settings, or how they follow from the loaded model's defaults. */
export type ChooseSettings = ScoringSettings | ((defaults: ScoringSettings) => ScoringSettings);

export interface LoadRun {
  /** Id of the job that loads; shown in the state while it does. */
  job: string;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (fraction: number) => void;
}

export interface LoadedWith {
  path: string;
  settings: EngineSettings;
}

export interface ScoreRun {
  maxPromptTokens: number;
  /** As in ScoreOptions. */
  maxRequestTokens?: number;
  /** What was fitted and proved; its own settings must be given. */
  configuration?: Configuration | null;
  /** As in ScoreOptions. */
  onScoring?: (scoring: ScoringConfiguration) => void;
  signal?: AbortSignal;
  onProgress?: (progress: ScoreProgress) => void;
  /** One of many scores of a long work: the state does not tell each. */
  quiet?: boolean;
}

/**
 * The one place that loads, scores and disposes, in the order of the calls. What fails is a Fault, and the owner goes
 * on: a failed load leaves the state `failed`, a failed score leaves the model loaded unless the engine itself died.
 */
export interface EngineOwner {
  state(): EngineState;
  /** The file in memory and the very settings it was loaded with; null when there is none. */
  loadedWith(): LoadedWith | null;
  /** Told after every change of the state. Returns the end of the subscription. */
  onChange(listener: (state: EngineState) => void): () => void;
  /**
   * Unloads what is loaded and loads the file at an absolute path; an unknown file is tried in a process of its own
   * first. Cancelled before it began to load: what was loaded stays.
   * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, MODEL_UNSUPPORTED, SELF_TEST_FAILED, OUT_OF_MEMORY, ENGINE_FAILED,
   * CANCELLED
   */
  load(path: string, settings: EngineSettings, run: LoadRun): Promise<void>;
  /**
   * Scores after what was asked before; results in the order of the decisions.
   * @throws Fault NO_MODEL, and all that Scorer.score throws
   */
  score(decisions: Decision[], settings: ChooseSettings, run: ScoreRun): Promise<DecisionResult[]>;
  /** The exact prompt and its tokens. @throws Fault NO_MODEL, and all that Scorer.prompt throws */
  prompt(decision: Decision, settings: ChooseSettings): Promise<PromptReport>;
  /** When it was used last, in ms since 1970. */
  lastUsed(): number;
  /**
   * Frees the model because nobody needs it now, or the machine needs its memory; the next score loads it again.
   * @param unusedSince in ms since 1970: nothing happens when it was used since
   * @returns whether there was one to free
   */
  setAside(reason: 'idle' | 'memory' | 'sleep', unusedSince?: number): Promise<boolean>;
  /** Frees the model; resolves when the memory is free. */
  unload(): Promise<void>;
  /** Shows a load that could not even begin (the file is gone) as the state `failed`. */
  fail(path: string, fault: Fault): void;
  /** Cancels what runs and disposes the engine in order. Every later call is refused. */
  close(): Promise<void>;
}

export interface EngineOwnerOptions {
  tryModel: Host['tryModel'];
  /** Remembers which files were loaded before; the same one that the model library has. */
  fileIndex: FileIndex;
  /** Says on disk what is being loaded; absent: nothing does. */
  marker?: LoadMarker;
  /** Asks for the memory of GPUs, to measure what a load takes; absent: only main memory is measured. */
  devices?: typeof readDevices;
  /** Where a file was fetched from, so that results name it; absent: no file was. */
  originOf?: (path: string) => Promise<ModelOrigin | null>;
  now?: () => Date;
  /** Loads a model; `openScorer` unless a test passes one of its own. */
  open?: typeof openScorer;
}

/** Implemented by `createEngineOwner` in engine-owner.ts; tests pass one of their own. */
export type CreateEngineOwner = (options: EngineOwnerOptions) => EngineOwner;
