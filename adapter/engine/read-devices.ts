import { availableParallelism, freemem, totalmem } from 'node:os';
import { sharedLibrary } from './shared-library.ts';

/** Memory of one kind on this machine, in bytes. */
export interface DeviceMemory {
  name: string;
  total: number;
  free: number;
}

/** What a model can be loaded onto. */
export interface Devices {
  memory: DeviceMemory;
  /** All GPUs that the engine uses, as one; null where it uses none. */
  gpu: DeviceMemory | null;
  /** Cores that calculate: what threads are counted by. */
  mathCores: number;
  parallelism: number;
}

/** Asks the engine and the system. A machine whose GPU cannot be asked counts as one without. */
export async function readDevices(): Promise<Devices> {
  const memory = { name: 'main memory', total: totalMemory(), free: Math.min(freemem(), process.availableMemory()) };
  const parallelism = availableParallelism();
  const none = { memory, gpu: null, mathCores: parallelism, parallelism };
  const shared = await sharedLibrary('auto').catch(() => null);
  if (shared === null) return none;
  const { llama } = shared;
  const cores = { mathCores: llama.cpuMathCores, parallelism };
  if (llama.gpu === false) return { ...none, ...cores };
  try {
    const { total, free } = await llama.getVramState();
    const names = await llama.getGpuDeviceNames();
    return { memory, gpu: { name: names.join(', ') || llama.gpu, total, free }, ...cores };
  } catch {
    // Lost, or taken away: what runs on it has failed by itself.
    return { ...none, ...cores };
  }
}

/** What this process may use: in a container less than the machine has. */
function totalMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}
