import type { TrialOutcome } from '../workbench/host.ts';

/**
 * How native code ends a process when a damaged file leads it astray: SIGABRT, SIGBUS, SIGFPE and SIGSEGV as the bare
 * number and as a shell gives it (128 more), and Windows' access violation, stack overflow, heap corruption, abort and
 * stack-buffer overrun, also as signed numbers.
 */
const nativeCrashes: ReadonlySet<number> = new Set([
  ...[6, 7, 8, 10, 11].flatMap((signal) => [signal, 128 + signal]),
  ...[0xc0000005, 0xc00000fd, 0xc0000374, 0xc0000409, 0x40000015].flatMap((status) => [status, status | 0]),
]);

/**
 * What the end of a trial says that gave no answer. Only a crash of native code says something about the file; a process
 * that was killed (no memory) or that did not come so far says nothing.
 */
export function judgeTrialExit(code: number): TrialOutcome {
  return nativeCrashes.has(code)
    ? { outcome: 'damaged', reason: `Reading the file crashed the process that tried it (code ${code}).` }
    : { outcome: 'could-not-run', reason: `The process that tried the file ended without an answer (code ${code}).` };
}
