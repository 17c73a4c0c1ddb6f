import type { UtilityProcess, utilityProcess } from 'electron';
import { z } from 'zod';
import { Fault } from '../adapter/fault.ts';
import type { Host, TrialOutcome } from '../workbench/host.ts';
import { judgeTrialExit } from './judge-trial-exit.ts';

/** What the tried process says, once. */
const answerSchema = z.union([
  z.object({ outcome: z.literal('fine') }),
  z.object({ outcome: z.enum(['damaged', 'could-not-run']), reason: z.string() }),
]) satisfies z.ZodType<TrialOutcome>;

/**
 * Tries a model file in a process of Electron's own kind, which may crash without us.
 *
 * @param entry absolute path of the built program that loads the file named in its argument and sends the outcome
 * @throws Fault CANCELLED when the signal aborts; the process is ended then
 */
export function createTryModel(fork: typeof utilityProcess.fork, entry: string): Host['tryModel'] {
  return (path, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled());
      let child: UtilityProcess;
      try {
        child = fork(entry, [path], { serviceName: 'Model trial', stdio: 'ignore' });
      } catch (error) {
        return resolve({ outcome: 'could-not-run', reason: error instanceof Error ? error.message : String(error) });
      }
      const cancel = (): void => {
        child.kill();
        reject(cancelled());
      };
      signal.addEventListener('abort', cancel, { once: true });
      const settle = (outcome: TrialOutcome): void => {
        signal.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      child.on('message', (message: unknown) => {
        const answer = answerSchema.safeParse(message);
        if (!answer.success) return;
        settle(answer.data);
        child.kill();
      });
      child.on('exit', (code) => settle(judgeTrialExit(code)));
    });
}

function cancelled(): Fault {
  return new Fault('CANCELLED', 'Trying the model file was cancelled.', 'Load it again when you want to.');
}
