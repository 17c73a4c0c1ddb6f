import type { Configuration } from '../../adapter/configuration/configuration.ts';
import type { Order, ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import type { PromptVersion } from '../../adapter/prompt/rendered-prompt.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { ScoringChoice } from '../contract/decision-document.ts';
import { defaultScoring } from '../decisions/default-scoring.ts';
import { readConfiguration } from './read-configuration.ts';
import type { Terminal } from './terminal.ts';

/** How decisions are asked and read. */
export interface ScoringOptions {
  readout?: ReadoutName;
  order?: Order;
  temperature?: number;
  template?: NonNullable<ScoringChoice['template']>;
  promptVersion?: PromptVersion;
  mode?: EngineSettings['mode'];
  /** File of a configuration; it brings its own settings. */
  configuration?: string;
}

/** How a model is loaded. */
export interface EngineOptions {
  model?: string;
  threads?: number;
  gpuLayers: EngineSettings['gpuLayers'];
  context: number;
}

/** Options that a configuration decides. */
const decided = [
  ['readout', '--readout'],
  ['order', '--order'],
  ['temperature', '--temperature'],
  ['template', '--template'],
  ['promptVersion', '--prompt-version'],
  ['mode', '--mode'],
] as const;

/** @throws Fault INVALID_REQUEST for a file that is none, and for options beside it that it decides */
export async function chosenConfiguration(terminal: Terminal, options: ScoringOptions): Promise<Configuration | null> {
  if (options.configuration === undefined) return null;
  const beside = decided.filter(([name]) => options[name] !== undefined);
  if (beside.length > 0) {
    throw invalidRequest(
      beside.map(([, path]) => ({ path, message: 'The configuration decides it.', limit: 'not with --configuration' })),
    );
  }
  return readConfiguration(terminal, options.configuration);
}

/** What was asked for; a prompt or a template of letters asks for letters. */
export function scoringChoice(options: ScoringOptions): ScoringChoice {
  const { promptVersion, template } = options;
  const implied = promptVersion === 'plain-text-v1' ? 'texts' : promptVersion || template ? 'letters' : null;
  return {
    ...defaultScoring,
    readout: options.readout ?? implied,
    prompt_version: promptVersion ?? null,
    template: template ?? null,
    order: options.order ?? defaultScoring.order,
    temperature: options.temperature ?? null,
  };
}

/** What the engine is loaded with; a configuration brings its mode. */
export function engineSettings(
  options: EngineOptions & Pick<ScoringOptions, 'mode'>,
  configuration: Configuration | null,
): EngineSettings {
  return {
    gpuLayers: options.gpuLayers,
    threads: options.threads ?? null,
    contextTokens: options.context,
    mode: configuration?.scoring.mode ?? options.mode ?? 'reproducible',
  };
}
