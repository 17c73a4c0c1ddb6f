import type { Order, ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import type { PromptVersion } from '../../adapter/prompt/rendered-prompt.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { ScoringChoice } from '../contract/decision-document.ts';
import { defaultScoring, resolveScoring } from '../decisions/default-scoring.ts';
import { drawBars } from './draw-bars.ts';
import { chooseModel, withEngine } from './open-engine.ts';
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
  mode: EngineSettings['mode'];
  json?: true;
}

/**
 * `score FILE`: scores the decisions of a file, as bars for people or as JSON.
 * @throws Fault INVALID_REQUEST before anything is loaded; NO_MODEL; all that loading and scoring throw
 */
export async function scoreCommand(terminal: Terminal, file: string, options: ScoreOptions): Promise<void> {
  const input = await readRequests(terminal, file);
  const path = await chooseModel(terminal, options.model);
  const settings: EngineSettings = {
    gpuLayers: options.gpuLayers,
    threads: options.threads ?? null,
    contextTokens: options.context,
    mode: options.mode,
  };
  const choice = scoringChoice(options);
  await withEngine(terminal, path, settings, async (engine) => {
    for (const request of input.requests) {
      const results = await engine.score(request.decisions, (defaults) => resolveScoring(choice, defaults), {
        maxPromptTokens: options.context,
        signal: terminal.signal,
      });
      terminal.out(options.json ? writeJson(request, results, input.isLines) : drawAll(request, results));
    }
  });
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

function drawAll(request: Request, results: DecisionResult[]): string {
  return results.map((result, index) => `${drawBars(request.decisions[index]?.question ?? '', result)}\n`).join('');
}
