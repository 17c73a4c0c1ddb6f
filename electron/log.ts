import pino, { type Logger } from 'pino';
import { Fault } from '../adapter/fault.ts';
import { openRotatingFile } from './rotating-file.ts';

/** The log of the desktop app: one JSON object a line. Evidence, questions and options never reach it. */
export function createLog(path: string): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, openRotatingFile(path));
}

/**
 * What may be logged of an error: its kind and where it was thrown. Not its message, which may quote what a person
 * wrote.
 */
export function errorFacts(error: unknown): { name: string; code?: string; stack: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const code = error instanceof Fault ? error.code : 'code' in error ? error.code : undefined;
  const stack = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return { name: error.name, ...(typeof code === 'string' ? { code } : {}), stack: stack.map((line) => line.trim()) };
}
