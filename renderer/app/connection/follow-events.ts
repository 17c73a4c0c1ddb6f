import type { FaultData } from '../../../adapter/fault.ts';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import { faultOf } from './fault-of.ts';

export type ConnectionState =
  | { status: 'connecting' }
  | { status: 'connected' }
  | { status: 'lost'; fault: FaultData; attempt: number };

/** Waits between attempts: quick at first, since most losses are a restart, then rare enough to be unnoticed. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000];
const LONGEST_RETRY_DELAY_MS = 5000;

/**
 * Follows the workbench's events until the signal aborts; a stream that ends or cannot be opened is opened again.
 * `open` gives one stream, which ends when its signal aborts.
 */
export async function followEvents(
  open: (signal: AbortSignal) => Promise<AsyncIterable<WorkbenchEvent>>,
  signal: AbortSignal,
  onEvent: (event: WorkbenchEvent) => void,
  onState: (state: ConnectionState) => void,
): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    let fault: FaultData;
    try {
      for await (const event of await open(signal)) {
        if (event.type === 'hello') onState({ status: 'connected' });
        attempt = 0;
        onEvent(event);
      }
      fault = {
        code: 'IO_FAILED',
        message: 'The workbench closed the connection.',
        next: 'This page connects again by itself when the workbench runs.',
        fields: [],
      };
    } catch (error) {
      fault = faultOf(error);
    }
    if (signal.aborted) return;
    onState({ status: 'lost', fault, attempt });
    await delay(RETRY_DELAYS_MS[attempt] ?? LONGEST_RETRY_DELAY_MS, signal);
    attempt += 1;
  }
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
