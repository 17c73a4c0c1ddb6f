import { type ChildProcess, fork } from 'node:child_process';
import type { Host } from '../host.ts';
import { followTrial, trialCancelled, trialNotStarted, trialSilenceMs, trialVariables } from './follow-trial.ts';
import { judgeExit } from './judge-exit.ts';

/**
 * `tryModel` for hosts outside Electron: forks Node with the trial's entry.
 * @param entry absolute path of the built `try-model.js`
 */
export function createForkTrial(entry: string, silenceMs = trialSilenceMs): Host['tryModel'] {
  return async (path, signal) => {
    if (signal.aborted) return trialCancelled();
    let child: ChildProcess;
    try {
      child = fork(entry, [path], {
        execArgv: [],
        env: { ...process.env, ...trialVariables },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
    } catch (error) {
      return trialNotStarted(error);
    }
    return followTrial(
      {
        stderr: child.stderr,
        onMessage: (listener) => child.on('message', listener),
        onEnd(listener) {
          child.on('error', (error) => listener(() => trialNotStarted(error)));
          child.on('close', (code, killedBy) => listener((said) => judgeExit(code, killedBy, said)));
        },
        kill: () => child.kill('SIGKILL'),
      },
      signal,
      silenceMs,
    );
  };
}
