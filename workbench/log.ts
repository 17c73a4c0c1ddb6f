import { destination, pino } from 'pino';

/** Where the workbench writes what a person need not read. */
export interface WorkbenchLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** One JSON object a line on standard error, as standard output belongs to results. */
export function createLog(): WorkbenchLog {
  return pino({ name: 'workbench', base: undefined, redact: ['*.token', '*.cookie'] }, destination(2));
}
