import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The longest that the app may hold its event loop, in ms: see the rules of the architecture. The benches hold it; specs
 * take ten times as much, since a busy machine stretches every block.
 */
export const BLOCK_LIMIT_MS = 50;

/** What specs assert in the limit's place. */
export const LOOSE_BLOCK_MS = 10 * BLOCK_LIMIT_MS;

/**
 * The longest time, in ms, that the process computed without the event loop's turn while the work was done. Processor
 * time, not the clock, where it is less: what another process takes from us is no block of ours.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  await sleep(20);
  let longest = 0;
  let last = process.cpuUsage();
  let lastTime = performance.now();
  const look = (): void => {
    const used = process.cpuUsage(last);
    const cpu = (used.user + used.system) / 1000;
    longest = Math.max(longest, Math.min(cpu, performance.now() - lastTime));
    last = process.cpuUsage();
    lastTime = performance.now();
  };
  let running = true;
  const turn = (): void => {
    look();
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  running = false;
  look();
  return longest;
}
