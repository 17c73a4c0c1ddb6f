import type { Configuration, ScoringConfiguration } from '../configuration/configuration.ts';
import type { Mode, ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import type { RenderedPrompt } from '../prompt/rendered-prompt.ts';
import type { DecisionResult, ModelIdentity } from './result.ts';

/** How a model is loaded. What is asked for and what was really used are two things: see EngineReport. */
export interface EngineSettings {
  /** `auto`: all that fits; 0: none; n: that many layers. */
  gpuLayers: 'auto' | number;
  /** null: physical cores, less one when there are more than two. Never more than the machine runs at once. */
  threads: number | null;
  contextTokens: number;
  /** reproducible: flash attention off; fast: on. */
  mode: Mode;
}

/** What the engine really uses. */
export interface EngineReport {
  /** `cpu`, `cuda`, `vulkan` or `metal`. */
  backend: string;
  /** Name of the device, as in `AMD EPYC` or `NVIDIA L4`. */
  device: string;
  gpuLayersOffloaded: number;
  layersTotal: number;
  threads: number;
  contextTokens: number;
  flashAttention: boolean;
  engineVersion: string;
}

/** Which token each piece of the prompt became. */
export interface TokenView {
  id: number;
  text: string;
  special: boolean;
}

export interface PromptReport {
  prompt: RenderedPrompt;
  tokens: TokenView[];
  /** The slot labels in option order; empty with texts. */
  slots: string[];
}

export interface ScoreOptions {
  maxPromptTokens: number;
  /**
   * Tokens of all decisions together, a part that several share counted once. Without it only each one's own budget
   * holds.
   */
  maxRequestTokens?: number;
  /**
   * What was fitted and proved. The settings must be its own; an entry applies to the decision with its hash alone, and
   * every other is scored without.
   */
  configuration?: Configuration | null;
  /** Told what can change a number, of each decision, before the first is evaluated. */
  onScoring?: (scoring: ScoringConfiguration) => void;
  signal?: AbortSignal;
  onProgress?: (progress: ScoreProgress) => void;
}

export interface ScoreProgress {
  decision: number;
  tokensDone: number;
  tokensTotal: number;
}

/**
 * A loaded model that scores decisions, one at a time. The caller serialises: a second call while one runs is refused.
 */
export interface Scorer {
  readonly model: ModelIdentity;
  readonly engine: EngineReport;
  /** Seconds that loading took, self-test included. */
  readonly loadSeconds: number;
  /**
   * Scores decisions in order; equal states share their evaluation. Results in request order.
   * @throws Fault INVALID_REQUEST, CONFLICT (a configuration for another model file or other settings), TOO_MANY_TOKENS
   * (with both numbers), TOO_MANY_OPTIONS, NO_CHAT_TEMPLATE, CHAT_TEMPLATE_FAILED, SLOT_NOT_ONE_TOKEN, SELF_TEST_FAILED,
   * NON_FINITE_LOGIT, OUT_OF_MEMORY, CANCELLED (between chunks)
   */
  score(decisions: Decision[], settings: ScoringSettings, options: ScoreOptions): Promise<DecisionResult[]>;
  /**
   * The exact prompt of a decision and its tokens, without evaluating anything.
   * @throws Fault TOO_MANY_TOKENS when it does not fit the context, and what the encoding of `score` throws
   */
  prompt(decision: Decision, settings: ScoringSettings): Promise<PromptReport>;
  /** Sequence, context, model and engine, in that order; resolves when the memory is free. */
  dispose(): Promise<void>;
}
