import { parentPort } from 'node:worker_threads';
import type { EvaluationSample, RunRow } from '../contract/runs.ts';
import { answerFitTask, type FitMessage } from './fit-task.ts';

// The program of one worker thread: it takes the reading of a run in pieces, answers one task, and is ended then.
const rows: RunRow[] = [];
const samples: EvaluationSample[] = [];

parentPort?.on('message', (message: FitMessage) => {
  switch (message.part) {
    case 'rows':
      rows.push(...message.rows);
      break;
    case 'samples':
      samples.push(...message.samples);
      break;
    case 'task':
      parentPort?.postMessage(answerFitTask(message.task, { ...message.reading, rows, samples }));
      break;
  }
});
