import type { StatisticsAnswers, StatisticsRequest } from './statistics-request.ts';

type Reply = { ticket: number } & ({ answer: unknown } | { error: string });

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

let worker: Worker | null = null;
let lastTicket = 0;
const waiting = new Map<number, Waiting>();

/** Computes in the worker, which starts with the first question. */
export function askStatistics<Kind extends StatisticsRequest['kind']>(
  request: Extract<StatisticsRequest, { kind: Kind }>,
): Promise<StatisticsAnswers[Kind]> {
  lastTicket += 1;
  const ticket = lastTicket;
  worker ??= startWorker();
  worker.postMessage({ ticket, request });
  return new Promise<StatisticsAnswers[Kind]>((resolve, reject) => {
    waiting.set(ticket, {
      // The worker answers a kind with what belongs to it; a message carries no types.
      resolve: (answer) => resolve(answer as StatisticsAnswers[Kind]),
      reject,
    });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./statistics.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.ticket);
    waiting.delete(data.ticket);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.answer);
  });
  started.addEventListener('error', (event) => {
    for (const { reject } of waiting.values())
      reject(new Error(event.message || 'The statistics could not be loaded.'));
    waiting.clear();
    started.terminate();
    worker = null;
  });
  return started;
}
