import { basename } from 'node:path';
import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { Fault } from '../../adapter/fault.ts';
import { defaultScoring, resolveScoring } from '../decisions/default-scoring.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createEngineLoan } from '../runs/engine-loan.ts';
import type { SettingsStore } from '../store/settings-store.ts';
import type { ScoreOne } from './compare-with-local.ts';

/** A model file with what it is to be asked with. */
export interface LocalModel {
  path: string;
  /** Null takes the model's own default, as a container without a configuration does. */
  configuration: Configuration | null;
}

/** Lends the model to some work, when it is the engine's turn, and gives back what was loaded before. */
export type WithLocalModel = <T>(
  model: LocalModel,
  signal: AbortSignal,
  work: (score: ScoreOne) => Promise<T>,
) => Promise<T>;

/** @param loadAgain loads the file that a person had loaded before */
export function createWithLocalModel(parts: {
  jobs: JobRunner;
  engine: EngineOwner;
  settings: SettingsStore;
  loadAgain: (path: string) => void;
}): WithLocalModel {
  const { jobs, engine, settings, loadAgain } = parts;
  return async ({ path, configuration }, signal, work) => {
    const answers: Awaited<ReturnType<typeof work>>[] = [];
    const job = jobs.start({
      kind: 'compare-endpoint',
      title: `Compare an endpoint with ${basename(path)}`,
      lane: 'engine',
      work: async (run) => {
        const loan = createEngineLoan(engine);
        const { engine: own, max_prompt_tokens } = settings.get();
        const mode = configuration?.scoring.mode ?? own.mode;
        try {
          await loan.load(path, { ...own, mode }, { job: run.id, signal: run.signal });
          const answer = await work(async (decision, asked) => {
            const began = performance.now();
            const [result] = await engine.score(
              [decision],
              (defaults) => resolveScoring(defaultScoring, defaults, configuration),
              {
                maxPromptTokens: max_prompt_tokens,
                configuration,
                signal: AbortSignal.any([run.signal, asked]),
                quiet: true,
              },
            );
            if (result === undefined) throw new Error('The engine gave no result');
            return { probabilities: result.probabilities, seconds: (performance.now() - began) / 1000 };
          });
          answers.push(answer);
        } finally {
          const before = loan.takeBack();
          if (before !== null) loadAgain(before);
        }
      },
    });
    const cancel = () => void jobs.cancel(job.id).catch(() => undefined);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      const { fault } = await jobs.ended(job.id);
      if (fault !== null) throw new Fault(fault.code, fault.message, fault.next, { fields: fault.fields });
      const [answer] = answers;
      if (answer === undefined) throw new Fault('CANCELLED', 'The comparison was cancelled.', 'Start it again.');
      return answer;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
