import { asFault, type Fault, type FaultData } from '../../adapter/fault.ts';
import { type ExitCode, exitCodeOf } from './exit-codes.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** A fault as lines: what happened and why, the fields at fault with their limits, what to do next. */
export function describeFault(fault: FaultData): string {
  const lines = [fault.message];
  for (const { path, message, limit } of fault.fields) {
    // Of one field the fault may say the same, and twice is no clearer.
    if (message === fault.message) {
      if (limit !== undefined) lines.push(`  ${path}: ${limit}.`);
      continue;
    }
    lines.push(`  ${path === '' ? '(all of it)' : path}: ${message}${limit === undefined ? '' : ` Limit: ${limit}.`}`);
  }
  lines.push(fault.next);
  const printed = lines.flatMap((line) => line.split('\n')).map(printable);
  return `${printed.join('\n')}\n`;
}

/** Writes an error to standard error and gives the exit code that it stands for. */
export function reportFault(terminal: Pick<Terminal, 'err'>, error: unknown): ExitCode {
  const fault: Fault = asFault(error);
  terminal.err(describeFault(fault));
  return exitCodeOf(fault.code);
}
