import { constants } from 'node:os';
import { judgeExit } from '../workbench/engine/judge-exit.ts';
import type { TrialOutcome } from '../workbench/host.ts';

/**
 * What the end of a trial in a utility process says about the file. Electron gives one number for every kind of end:
 * where there are signals, that of the signal which ended the process, with 128 added when it left a core dump.
 */
export function judgeTrialExit(code: number, said: string, platform: NodeJS.Platform = process.platform): TrialOutcome {
  const signal = platform === 'win32' ? null : signalOf(code);
  return signal === null ? judgeExit(code, null, said) : judgeExit(null, signal, said);
}

/** The trial itself ends with 0, 1 or 2, so that these are no signals here. */
const highestOwnCode = 2;

function signalOf(code: number): string | null {
  const number = code > 128 ? code - 128 : code;
  if (number <= highestOwnCode) return null;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
