import { type Reliability, topChoiceReliability } from '../../workbench/statistics/calibration.ts';
import { constantAnswer, constantAnswerWords } from '../../workbench/statistics/constant-answer.ts';
import { type RunLatency, runLatency } from '../../workbench/statistics/latency.ts';
import { correctness } from '../../workbench/statistics/predictions.ts';
import { type Brier, brier, type LogLoss, logLoss } from '../../workbench/statistics/probability-scores.ts';
import { type Proportion, proportion } from '../../workbench/statistics/proportions.ts';
import type { AlignedRun } from './align-runs.ts';

/** What the table says of one run by itself. */
export interface RunFigures {
  accuracy: Proportion;
  /** As in `answers billing on 100 % of samples`; null when it tells samples apart. */
  constant: string | null;
  logLoss: LogLoss;
  brier: Brier;
  reliability: Reliability;
  /** Of all calls of the run that pass the filter. */
  latency: RunLatency;
}

export function summariseRun({ predictions, joined, summary }: AlignedRun): RunFigures {
  const right = correctness(predictions).reduce((sum, one) => sum + one, 0);
  return {
    accuracy: proportion(right, predictions.labels.length),
    constant: joined.mixed ? null : constantAnswerWords(constantAnswer(predictions)),
    logLoss: logLoss(predictions),
    brier: brier(predictions),
    reliability: topChoiceReliability(predictions),
    latency: runLatency(
      joined.calls.map(({ seconds, evaluated_tokens }) => ({ seconds, tokens: evaluated_tokens })),
      summary.run.identity?.load_seconds ?? null,
    ),
  };
}
