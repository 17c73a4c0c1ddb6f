import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import type { Run } from '../contract/runs.ts';

/** What a run measures itself by; passed in, so that tests decide it. */
export interface RunMachine {
  /** A clock that never goes back, in seconds. */
  seconds(): number;
  /** CPU time of this process on all its threads, user and system, in seconds. */
  cpuSeconds(): number;
  /** Memory of this process that is in use now, the model included as far as it was read. */
  memoryBytes(): number;
  host: NonNullable<Run['identity']>['host'];
}

/** The machine that this process runs on. */
export function thisMachine(): RunMachine {
  return {
    seconds: () => performance.now() / 1000,
    cpuSeconds: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
    memoryBytes: () => process.memoryUsage.rss(),
    host: {
      platform: `${platform()} ${arch()}`,
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memory_bytes: totalmem(),
    },
  };
}
