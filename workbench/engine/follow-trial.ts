import type { TrialOutcome } from '../host.ts';
import { trialMessageSchema } from './try-model-message.ts';

/** A load that says nothing for so long hangs; a slow disk delivers a piece every few seconds. */
export const trialSilenceMs = 60_000;

/** The last words of a crash are short. */
const maxWords = 400;

/** The process that tries a file, in the words that Node's fork and Electron's utility processes share. */
export interface TrialProcess {
  /** Its standard error; null where it is not read. */
  stderr: NodeJS.ReadableStream | null;
  onMessage(listener: (message: unknown) => void): void;
  /** Told once that it is gone; `judge` is what that says about the file when there was no answer. */
  onEnd(listener: (judge: (said: string) => TrialOutcome) => void): void;
  kill(): void;
}

/** Waits for what the trial says, as long as it gives signs of life; resolves when the process is gone. */
export function followTrial(child: TrialProcess, signal: AbortSignal, silenceMs: number): Promise<TrialOutcome> {
  return new Promise((resolve) => {
    let said = '';
    let answer: TrialOutcome | null = null;
    let timer: NodeJS.Timeout;
    const end = (outcome: TrialOutcome) => {
      answer ??= outcome;
      child.kill();
    };
    const cancel = () => end(trialCancelled());
    const waitOn = () => {
      clearTimeout(timer);
      const reason = `It did not answer for ${Math.round(silenceMs / 1000)} s.`;
      timer = setTimeout(() => end({ outcome: 'could-not-run', reason }), silenceMs);
    };
    signal.addEventListener('abort', cancel, { once: true });
    waitOn();
    child.stderr?.on('data', (data: Buffer) => {
      said = (said + data.toString()).slice(-maxWords);
    });
    child.onMessage((message) => {
      waitOn();
      const told = trialMessageSchema.safeParse(message);
      if (!told.success || told.data.type !== 'outcome') return;
      const { outcome, reason } = told.data;
      answer ??= outcome === 'fine' ? { outcome } : { outcome, reason };
    });
    child.onEnd((judge) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(answer ?? judge(said));
    });
  });
}

export function trialCancelled(): TrialOutcome {
  return { outcome: 'could-not-run', reason: 'It was cancelled.' };
}

/** The outcome when no process could be started. */
export function trialNotStarted(error: unknown): TrialOutcome {
  return { outcome: 'could-not-run', reason: error instanceof Error ? error.message : String(error) };
}

/** Variables for the process: without this one the engine starts a debugger on itself before it aborts. */
export const trialVariables = { GGML_NO_BACKTRACE: '1' } as const;
