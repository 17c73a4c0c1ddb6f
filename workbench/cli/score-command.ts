import type { Configuration } from '../../adapter/configuration/configuration.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import { resolveScoring } from '../decisions/default-scoring.ts';
import { drawBars } from './draw-bars.ts';
import { chooseModel, withEngine } from './open-engine.ts';
import { type Request, readRequests } from './read-requests.ts';
import {
  chosenConfiguration,
  type EngineOptions,
  engineSettings,
  type ScoringOptions,
  scoringChoice,
} from './scoring-options.ts';
import type { Terminal } from './terminal.ts';

export interface ScoreOptions extends ScoringOptions, EngineOptions {
  json?: true;
}

/**
 * `score FILE`: scores the decisions of a file, as bars for people or as JSON; under a configuration also its choice or
 * its fallback, with the reason.
 * @throws Fault INVALID_REQUEST before anything is loaded; NO_MODEL; all that loading and scoring throw
 */
export async function scoreCommand(terminal: Terminal, file: string, options: ScoreOptions): Promise<void> {
  const configuration = await chosenConfiguration(terminal, options);
  const input = await readRequests(terminal, file);
  const path = await chooseModel(terminal, options.model);
  const settings = engineSettings(options, configuration);
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
