import type { UtilityProcess, utilityProcess } from 'electron';
import { Fault } from '../adapter/fault.ts';
import { trialMessageSchema } from '../workbench/engine/try-model-message.ts';
import type { Host, TrialOutcome } from '../workbench/host.ts';
import { judgeTrialExit } from './judge-trial-exit.ts';

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
        const answer = trialMessageSchema.safeParse(message);
        if (!answer.success || answer.data.type !== 'outcome') return;
        const { outcome, reason } = answer.data;
        settle(outcome === 'fine' ? { outcome } : { outcome, reason });
        child.kill();
      });
      child.on('exit', (code) => settle(judgeTrialExit(code)));
    });
}

function cancelled(): Fault {
  return new Fault('CANCELLED', 'Trying the model file was cancelled.', 'Load it again when you want to.');
}
