import { Fault } from '../../adapter/fault.ts';

/**
 * Work of many small steps calls it between them. Resolves at once, or after the event loop had its turn when
 * SLICE_MS have passed since the last one.
 * @throws Fault CANCELLED once the signal is aborted
 */
export type Pacer = () => Promise<void> | undefined;

/**
 * How long a stretch of work holds the event loop. Well below the 50 ms that a window notices, since a step that began
 * within the slice still has to end, on a machine that may be busy.
 */
export const SLICE_MS = 12;

export function createPacer(signal?: AbortSignal): Pacer {
  let until = performance.now() + SLICE_MS;
  return () => {
    if (signal?.aborted) throw cancelled();
    if (performance.now() < until) return undefined;
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        until = performance.now() + SLICE_MS;
        if (signal?.aborted) reject(cancelled());
        else resolve();
      });
    });
  };
}

function cancelled(): Fault {
  return new Fault('CANCELLED', 'This was cancelled.', 'Nothing was changed. Start it again when you want to.');
}
