import type { Configuration } from '../../adapter/configuration/configuration.ts';
import type { Order, ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import type { PromptVersion } from '../../adapter/prompt/rendered-prompt.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { ScoringChoice } from '../contract/decision-document.ts';
import { defaultScoring, resolveScoring } from '../decisions/default-scoring.ts';
import { drawBars } from './draw-bars.ts';
import { chooseModel, withEngine } from './open-engine.ts';
import { readConfiguration } from './read-configuration.ts';
import { type Request, readRequests } from './read-requests.ts';
import type { Terminal } from './terminal.ts';

export interface ScoreOptions {
  model?: string;
  readout?: ReadoutName;
  order?: Order;
  temperature?: number;
  template?: NonNullable<ScoringChoice['template']>;
  promptVersion?: PromptVersion;
  threads?: number;
  gpuLayers: EngineSettings['gpuLayers'];
  context: number;
  mode?: EngineSettings['mode'];
  /** File of a configuration; it brings its own settings. */
  configuration?: string;
  json?: true;
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

/**
 * `score FILE`: scores the decisions of a file, as bars for people or as JSON; under a configuration also its choice or
 * its fallback, with the reason.
 * @throws Fault INVALID_REQUEST before anything is loaded; NO_MODEL; all that loading and scoring throw
 */
export async function scoreCommand(terminal: Terminal, file: string, options: ScoreOptions): Promise<void> {
  const configuration = await chosenConfiguration(terminal, options);
  const input = await readRequests(terminal, file);
  const path = await chooseModel(terminal, options.model);
  const settings: EngineSettings = {
    gpuLayers: options.gpuLayers,
    threads: options.threads ?? null,
    contextTokens: options.context,
    mode: configuration?.scoring.mode ?? options.mode ?? 'reproducible',
  };
  const choice = scoringChoice(options);
  await withEngine(terminal, path, settings, async (engine) => {
    for (const request of input.requests) {
      const results = await engine.score(
        request.decisions,
        (defaults) => resolveScoring(choice, defaults, configuration),
        {
          maxPromptTokens: options.context,
          configuration,
          signal: terminal.signal,
        },
      );
      terminal.out(
        options.json ? writeJson(request, results, input.isLines) : drawAll(request, results, configuration),
      );
    }
  });
}

/** @throws Fault INVALID_REQUEST for a file that is none, and for options beside it that it decides */
async function chosenConfiguration(terminal: Terminal, options: ScoreOptions): Promise<Configuration | null> {
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
function scoringChoice(options: ScoreOptions): ScoringChoice {
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

function writeJson(request: Request, results: DecisionResult[], onOneLine: boolean): string {
  const answer = request.isList ? { results } : results[0];
  return `${JSON.stringify(answer, null, onOneLine ? 0 : 2)}\n`;
}

function drawAll(request: Request, results: DecisionResult[], configuration: Configuration | null): string {
  return results
    .map((result, index) => {
      const unnamed = configuration !== null && result.x_reason === undefined;
      const note = unnamed ? 'The configuration says nothing about this decision: it was scored without.\n' : '';
      return `${drawBars(request.decisions[index]?.question ?? '', result)}${note}\n`;
    })
    .join('');
}
