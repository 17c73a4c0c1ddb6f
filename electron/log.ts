import pino, { type Logger } from 'pino';
import { openRotatingFile } from './rotating-file.ts';

/** The log of the desktop app: one JSON object a line. Evidence, questions and options never reach it. */
export function createLog(path: string): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, openRotatingFile(path));
}
