import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { Fault } from '../../adapter/fault.ts';
import type { FitAnswer, FitRequest, VerifyAnswer } from '../contract/configurations.ts';
import { fitInWorker } from './fit-in-worker.ts';
import { answerFitTask, type FitOutcome, type FitTask } from './fit-task.ts';
import type { RunReading } from './run-reader.ts';

/** Fits and verifications. An aborted signal ends them. */
export interface Fits {
  /** As fitConfiguration. @throws Fault what that throws; CANCELLED */
  fit(reading: RunReading, request: FitRequest, now: Date, signal?: AbortSignal): Promise<FitAnswer>;
  /** As verifyConfiguration. @throws Fault what that throws; CANCELLED */
  verify(configuration: Configuration, reading: RunReading, signal?: AbortSignal): Promise<VerifyAnswer>;
}

/**
 * @param workerFile built `fit-worker.js`: each is computed in a thread of its own, since with 10,000 samples it takes
 * a second. Without, in this thread: for programs in which nothing else waits.
 */
export function createFits(workerFile?: string): Fits {
  const compute = async (task: FitTask, reading: RunReading, signal?: AbortSignal): Promise<FitOutcome> =>
    workerFile === undefined ? answerFitTask(task, reading) : fitInWorker(workerFile, task, reading, signal);
  return {
    async fit(reading, request, now, signal) {
      const outcome = await compute({ what: 'fit', request, now }, reading, signal);
      if (outcome.what === 'fit') return outcome.answer;
      throw faultOf(outcome);
    },
    async verify(configuration, reading, signal) {
      const outcome = await compute({ what: 'verify', configuration }, reading, signal);
      if (outcome.what === 'verify') return outcome.answer;
      throw faultOf(outcome);
    },
  };
}

function faultOf(outcome: FitOutcome): Error {
  if (outcome.what !== 'fault') return new Error('A fit was answered with something else');
  const { code, message, next, fields } = outcome.fault;
  return new Fault(code, message, next, { fields });
}
