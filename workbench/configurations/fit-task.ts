import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { asFault, type FaultData } from '../../adapter/fault.ts';
import type { FitAnswer, FitRequest, VerifyAnswer } from '../contract/configurations.ts';
import type { EvaluationSample, RunRow } from '../contract/runs.ts';
import { fitConfiguration } from './fit-configuration.ts';
import type { RunReading } from './run-reader.ts';
import { verifyConfiguration } from './verify-configuration.ts';

/** What is computed from the reading of a run. */
export type FitTask =
  | { what: 'fit'; request: FitRequest; now: Date }
  | { what: 'verify'; configuration: Configuration };

export type FitOutcome =
  | { what: 'fit'; answer: FitAnswer }
  | { what: 'verify'; answer: VerifyAnswer }
  | { what: 'fault'; fault: FaultData };

/** To the worker: the run in pieces, since one piece would take long to copy; the task comes last. */
export type FitMessage =
  | { part: 'rows'; rows: RunRow[] }
  | { part: 'samples'; samples: EvaluationSample[] }
  | { part: 'task'; task: FitTask; reading: Omit<RunReading, 'rows' | 'samples'> };

/** Computes it here and now: up to seconds with many samples. Faults are an outcome, so that they cross threads. */
export function answerFitTask(task: FitTask, reading: RunReading): FitOutcome {
  try {
    return task.what === 'fit'
      ? { what: 'fit', answer: fitConfiguration(reading, task.request, task.now) }
      : { what: 'verify', answer: verifyConfiguration(task.configuration, reading) };
  } catch (error) {
    return { what: 'fault', fault: asFault(error).toData() };
  }
}
