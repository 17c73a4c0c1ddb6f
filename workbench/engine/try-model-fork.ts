import { type ChildProcess, fork } from 'node:child_process';
import type { Host, TrialOutcome } from '../host.ts';
import { judgeExit } from './judge-exit.ts';
import { trialMessageSchema } from './try-model-message.ts';

/** A load that says nothing for so long hangs; a slow disk delivers a piece every few seconds. */
const defaultSilenceMs = 60_000;

/** The last words of a crash are short. */
const maxWords = 400;

/**
 * `tryModel` for hosts outside Electron: forks Node with the trial's entry.
 * @param entry absolute path of the built `try-model.js`
 */
export function createForkTrial(entry: string, silenceMs = defaultSilenceMs): Host['tryModel'] {
  return (path, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve({ outcome: 'could-not-run', reason: 'It was cancelled.' });
      let child: ChildProcess;
      try {
        child = fork(entry, [path], {
          execArgv: [],
          // Without this the engine starts a debugger on itself before it aborts.
          env: { ...process.env, GGML_NO_BACKTRACE: '1' },
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        });
      } catch (error) {
        return resolve({ outcome: 'could-not-run', reason: error instanceof Error ? error.message : String(error) });
      }
      let said = '';
      let answer: TrialOutcome | null = null;
      let timer: NodeJS.Timeout;
      const end = (outcome: TrialOutcome) => {
        answer ??= outcome;
        child.kill('SIGKILL');
      };
      const cancel = () => end({ outcome: 'could-not-run', reason: 'It was cancelled.' });
      const waitOn = () => {
        clearTimeout(timer);
        const reason = `It did not answer for ${Math.round(silenceMs / 1000)} s.`;
        timer = setTimeout(() => end({ outcome: 'could-not-run', reason }), silenceMs);
      };
      const finish = (outcome: TrialOutcome) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        resolve(answer ?? outcome);
      };
      signal.addEventListener('abort', cancel, { once: true });
      waitOn();
      child.stderr?.on('data', (data: Buffer) => {
        said = (said + data.toString()).slice(-maxWords);
      });
      child.on('message', (message) => {
        waitOn();
        const told = trialMessageSchema.safeParse(message);
        if (!told.success || told.data.type !== 'outcome') return;
        const { outcome, reason } = told.data;
        answer ??= outcome === 'fine' ? { outcome } : { outcome, reason };
      });
      child.on('error', (error) => finish({ outcome: 'could-not-run', reason: error.message }));
      child.on('close', (code, killedBy) => finish(judgeExit(code, killedBy, said)));
    });
}
