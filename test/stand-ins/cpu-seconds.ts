import { readFileSync } from 'node:fs';

/** The kernel's clock of processes: 100 ticks a second on every Linux that Node runs on (`getconf CLK_TCK`). */
const TICKS_A_SECOND = 100;

/** CPU time that processes have used so far, in the kernel and outside (proc(5), fields 14 and 15). Linux alone. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name in brackets may hold blanks
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  }, 0);
}
