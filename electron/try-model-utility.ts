import type { UtilityProcess, utilityProcess } from 'electron';
import {
  followTrial,
  trialCancelled,
  trialNotStarted,
  trialSilenceMs,
  trialVariables,
} from '../workbench/engine/follow-trial.ts';
import type { Host } from '../workbench/host.ts';
import { judgeTrialExit } from './judge-trial-exit.ts';

/**
 * `tryModel` in Electron: a utility process, which may crash without us.
 * @param entry absolute path of the built `try-model.js`
 */
export function createUtilityTrial(
  fork: typeof utilityProcess.fork,
  entry: string,
  silenceMs = trialSilenceMs,
): Host['tryModel'] {
  return async (path, signal) => {
    if (signal.aborted) return trialCancelled();
    let child: UtilityProcess;
    try {
      child = fork(entry, [path], {
        serviceName: 'Model trial',
        env: { ...process.env, ...trialVariables },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    } catch (error) {
      return trialNotStarted(error);
    }
    return followTrial(
      {
        stderr: child.stderr,
        onMessage: (listener) => child.on('message', listener),
        onEnd: (listener) => child.on('exit', (code) => listener((said) => judgeTrialExit(code, said))),
        kill: () => child.kill(),
      },
      signal,
      silenceMs,
    );
  };
}
