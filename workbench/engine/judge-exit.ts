import type { TrialOutcome } from '../host.ts';

/** Signals that native code ends with when it reads what it should not, or finds itself in a state that cannot be. */
const crashSignals: readonly string[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];

/** Windows reports a crash as an exit code with the two top bits set (NTSTATUS of severity error). */
const firstCrashCode = 0xc0000000;

/** A C runtime's abort() on Windows, and shells' 128 + signal. */
const abortCodes: readonly number[] = [3, 132, 133, 134, 135, 136, 139];

/**
 * What it says about the file that the process which tried it ended without an answer. Killed from outside (by the
 * system when memory ran short, or by a person) it says nothing.
 * @param said what the process wrote last, for the reason
 */
export function judgeExit(code: number | null, signal: string | null, said = ''): TrialOutcome {
  const words = said.trim() === '' ? '' : ` It said: ${said.trim()}`;
  if (signal !== null) {
    if (crashSignals.includes(signal)) {
      return { outcome: 'damaged', reason: `The engine crashed on it (${signal}).${words}` };
    }
    const why = signal === 'SIGKILL' ? 'probably because memory ran short' : 'from outside';
    return { outcome: 'could-not-run', reason: `The process was ended by ${signal}, ${why}.${words}` };
  }
  if (code !== null && (code >>> 0 >= firstCrashCode || abortCodes.includes(code))) {
    return { outcome: 'damaged', reason: `The engine crashed on it (exit code ${code}).${words}` };
  }
  return { outcome: 'could-not-run', reason: `The process ended without an answer (exit code ${code}).${words}` };
}
