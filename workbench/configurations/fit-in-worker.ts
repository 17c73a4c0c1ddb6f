import { Worker } from 'node:worker_threads';
import { Fault } from '../../adapter/fault.ts';
import { createPacer } from '../samples/pacer.ts';
import type { FitMessage, FitOutcome, FitTask } from './fit-task.ts';
import type { RunReading } from './run-reader.ts';

/** Rows and samples that are copied at once: at 255 options still a few milliseconds. */
const PIECE = 200;

/**
 * Has a task computed in a thread of its own, which ends with it.
 * @param file absolute path of the built `fit-worker.js`
 * @throws Fault CANCELLED once the signal is aborted; Error when the thread could not answer
 */
export async function fitInWorker(
  file: string,
  task: FitTask,
  reading: RunReading,
  signal: AbortSignal | undefined,
): Promise<FitOutcome> {
  const pace = createPacer(signal);
  await pace();
  const worker = new Worker(file);
  let onAbort = (): void => undefined;
  const outcome = new Promise<FitOutcome>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that computes fits ended with code ${code}`)));
    onAbort = () => reject(new Fault('CANCELLED', 'This was cancelled.', 'Do it again when you want to.'));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  const send = async (): Promise<void> => {
    const { rows, samples, ...rest } = reading;
    const post = (message: FitMessage): void => worker.postMessage(message);
    for (let from = 0; from < rows.length; from += PIECE) {
      post({ part: 'rows', rows: rows.slice(from, from + PIECE) });
      await pace();
    }
    for (let from = 0; from < samples.length; from += PIECE) {
      post({ part: 'samples', samples: samples.slice(from, from + PIECE) });
      await pace();
    }
    post({ part: 'task', task, reading: rest });
  };
  try {
    const [answer] = await Promise.all([outcome, send()]);
    return answer;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
