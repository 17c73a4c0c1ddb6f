import pino, { type Logger } from 'pino';

export type ServerLog = Logger;

/**
 * The server's log: one JSON object a line. Evidence, questions, options and keys of the caller's objects never reach
 * it, unless a debug switch says so.
 * @param write takes a whole line with its end
 */
export function createServerLog(write: (line: string) => void): ServerLog {
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    { write },
  );
}
